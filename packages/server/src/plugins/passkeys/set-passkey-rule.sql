update organisations set passkeys = :rule where id = permesso.organisation()
