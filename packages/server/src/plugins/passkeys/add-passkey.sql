insert into passkeys (organisation, person, name, credential, public_key, counter, transports, is_synced)
values (permesso.organisation(), :person, :name, :credential, :publicKey, :counter, :transports, :isSynced)
on conflict (organisation, credential) do nothing
returning id
