select passkeys as rule from organisations where id = permesso.organisation()
