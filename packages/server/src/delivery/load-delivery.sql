select
  h.id as hook,
  h.kind,
  h.sealed_target as "sealedTarget",
  h.person,
  a.id as approval,
  a.state,
  a.request,
  a.digest,
  a.expires_at as "expiresAt",
  a.escalated_at as "escalatedAt",
  now() as at
from hooks h
join approvals a on a.organisation = h.organisation
left join people p on p.organisation = h.organisation and p.id = h.person
where h.id = :hook and a.id = :approval
  -- Nothing leaves for a person who has not said that this is their place, or who is disabled by now.
  and (h.person is null or (h.confirmed_at is not null and p.disabled_at is null))
