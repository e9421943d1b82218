select name, frozen from organisations where id = permesso.organisation()
