select public_key as "publicKey", sealed from push_keys where organisation = permesso.organisation()
