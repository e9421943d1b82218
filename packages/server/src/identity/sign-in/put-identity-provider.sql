insert into identity_providers (organisation, issuer, client_id, sealed_secret, groups_claim, groups_scope)
values (permesso.organisation(), :issuer, :clientId, :sealed, :groupsClaim, :groupsScope)
on conflict (organisation) do update
set issuer = excluded.issuer, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
  groups_claim = excluded.groups_claim, groups_scope = excluded.groups_scope
