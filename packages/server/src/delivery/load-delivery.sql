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
where h.id = $1 and a.id = $2
