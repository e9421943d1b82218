select v.number, v.text, w.number as "baselineNumber", w.text as baseline,
  coalesce(o.frozen, p.frozen) as frozen
from projects p
join organisations o on o.id = p.organisation
left join channels c on c.organisation = p.organisation and c.project = p.id
left join policy_versions v
  on v.organisation = c.organisation and v.project = c.project and v.number = c.current
left join channels b on b.organisation = p.organisation and b.is_baseline and b.project <> p.id
left join policy_versions w
  on w.organisation = b.organisation and w.project = b.project and w.number = b.current
where p.id = :project
