-- A version, and the active one.
select v.author, v.digest, v.text, c.current as base, b.text as "baseText"
from policy_versions v
left join channels c on c.organisation = v.organisation and c.project = v.project
left join policy_versions b on b.organisation = c.organisation and b.project = c.project and b.number = c.current
where v.project = :project and v.number = :version
