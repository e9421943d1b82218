select v.number, v.digest, v.text, coalesce(o.frozen, p.frozen) as frozen
from projects p
join organisations o on o.id = p.organisation
left join channels c on c.organisation = p.organisation and c.project = p.id
left join policy_versions v
  on v.organisation = c.organisation and v.project = c.project and v.number = c.current
where p.id = :project
