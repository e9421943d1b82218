select
  p.id,
  p.issuer,
  p.email,
  p.name,
  p.disabled_at as "disabledAt",
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project) order by r.role)
    from roles r
    where r.organisation = p.organisation and r.person = p.id and r.source = 'hand'
      and (:projects::uuid[] is null or r.project = any(:projects))
  ), '[]') as roles,
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project, 'source', r.source, 'group', r.group_name)
      order by r.role, r.group_name)
    from roles r
    where r.organisation = p.organisation and r.person = p.id and r.source <> 'hand'
      and (:projects::uuid[] is null or r.project = any(:projects))
  ), '[]') as "groupRoles"
from people p
where (:after::uuid is null or p.id > :after)
  and (:projects::uuid[] is null or exists (
    select from roles r where r.organisation = p.organisation and r.person = p.id and r.project = any(:projects)
  ))
order by p.id
limit 1000
