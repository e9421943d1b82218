select
  s.person,
  s.csrf,
  p.email,
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project))
    from roles r
    where r.organisation = s.organisation and r.person = s.person
  ), '[]') as roles
from sessions s
join people p on p.organisation = s.organisation and p.id = s.person
where s.hash = $1 and s.expires_at > now() and p.disabled_at is null
