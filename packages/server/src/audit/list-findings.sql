select f.id::text as id, f.agent, a.name as "agentName", f.what, f.first_seq::float8 as "first",
  f.last_seq::float8 as "last", f.approval,
  f.policy_version as "version", f.rules, f.found_at as "foundAt",
  f.acknowledged_at as "acknowledgedAt", f.acknowledged_by as "acknowledgedBy", f.reason
from findings f
left join agents a on a.organisation = f.organisation and a.id = f.agent
order by f.id desc
limit 500
