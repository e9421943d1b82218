insert into signing_keys (organisation, number, public_key, sealed_private_key, succession)
values (permesso.organisation(), :number, :publicKey, :sealed, :signature)
