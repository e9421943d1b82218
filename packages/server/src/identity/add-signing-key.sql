insert into signing_keys (organisation, public_key, sealed_private_key) values (permesso.organisation(), :publicKey, :sealed)
