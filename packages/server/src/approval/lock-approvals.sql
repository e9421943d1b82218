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
  a.expires_at as "expiresAt",
  a.use_before as "useBefore",
  a.use_key as "useKey",
  a.answer,
  a.why,
  clock_timestamp() as at
from approvals a
where a.id = any(:ids::uuid[])
order by a.id
for update
