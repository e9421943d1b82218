select send from organisations where id = permesso.organisation()
