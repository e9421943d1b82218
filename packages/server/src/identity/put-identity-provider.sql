insert into identity_providers (organisation, issuer, client_id, sealed_secret)
values (permesso.organisation(), :issuer, :clientId, :sealed)
on conflict (organisation) do update
set issuer = excluded.issuer, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret
