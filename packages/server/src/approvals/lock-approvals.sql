select
  a.id,
  a.project,
  a.agent,
  a.owner,
  a.call_key as "callKey",
  a.digest,
  a.request,
  a.policy_version as "policyVersion",
  a.state,
  a.quorum,
  a.longest,
  a.expires_at as "expiresAt",
  a.use_before as "useBefore",
  a.use_key as "useKey",
  a.answer,
  a.why,
  g.enrolled_by as "enrolledBy",
  g.owner_confirmed_at is not null as "isOwnerConfirmed",
  clock_timestamp() as at
from approvals a
join agents g on g.organisation = a.organisation and g.id = a.agent
where a.id = any(:ids::uuid[])
order by a.id
for update of a
