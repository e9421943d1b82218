select
  a.id as agent,
  o.name as organisation,
  p.name as project,
  a.name as machine,
  w.email as owner,
  c.current as "policyVersion"
from agents a
join organisations o on o.id = a.organisation
join projects p on p.organisation = a.organisation and p.id = a.project
join people w on w.organisation = a.organisation and w.id = a.owner
left join channels c on c.organisation = p.organisation and c.project = p.id
where a.organisation = permesso.organisation() and a.id = any(:agents::uuid[])
