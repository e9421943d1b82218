insert into push_keys (organisation, public_key, sealed) values (permesso.organisation(), :publicKey, :sealed)
on conflict (organisation) do nothing
