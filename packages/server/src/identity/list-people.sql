select
  p.id,
  p.issuer,
  p.email,
  p.name,
  p.disabled_at as "disabledAt",
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project) order by r.role)
    from roles r
    where r.organisation = p.organisation and r.person = p.id
  ), '[]') as roles
from people p
order by p.created_at, p.id
limit 1000
