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
  a.quorum,
  -- One at a time by key: for joins, a planner without statistics multiplies machines by people.
  (select g.name from agents g where g.organisation = a.organisation and g.id = a.agent) as machine,
  (select j.name from projects j where j.organisation = a.organisation and j.id = a.project) as project,
  coalesce(
    (select coalesce(w.email, w.name) from people w where w.organisation = a.organisation and w.id = a.owner),
    'unknown'
  ) as owner,
  now() as at
from hooks h
join approvals a on a.organisation = h.organisation
left join people p on p.organisation = h.organisation and p.id = h.person
where h.id = :hook and a.id = :approval
  -- Nothing is sent for a person who has not confirmed the target, or is disabled.
  and (h.person is null or (h.confirmed_at is not null and p.disabled_at is null))
  and (h.kind <> 'push' or permesso.push_counts(h, a.project, a.owner))
