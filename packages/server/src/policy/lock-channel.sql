select
  c.id,
  c.serial::float8 as serial,
  c.current,
  c.candidate,
  c.stage,
  c.share,
  c.is_baseline as "isBaseline",
  v.digest as "currentDigest",
  n.digest as "candidateDigest"
from channels c
left join policy_versions v
  on v.organisation = c.organisation and v.project = c.project and v.number = c.current
left join policy_versions n
  on n.organisation = c.organisation and n.project = c.project and n.number = c.candidate
where c.project = :project
for update of c
