select a.id as agent, c.current as version, v.text, w.text as baseline, coalesce(o.frozen, p.frozen, a.frozen) as frozen
from agents a
join projects p on p.organisation = a.organisation and p.id = a.project
join organisations o on o.id = a.organisation
left join channels c on c.organisation = a.organisation and c.project = a.project
left join policy_versions v
  on v.organisation = c.organisation and v.project = c.project and v.number = c.current
left join channels b on b.organisation = a.organisation and b.is_baseline
left join policy_versions w
  on w.organisation = b.organisation and w.project = b.project and w.number = b.current
where a.id = any(:agents::uuid[])
