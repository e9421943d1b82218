update organisations set send = :send where id = permesso.organisation()
