select
  p.id,
  p.issuer,
  p.email,
  p.name,
  p.disabled_at as "disabledAt",
  coalesce((
    select json_agg(json_build_object('role', r.role, 'project', r.project) order by r.role)
    from roles r
    where r.organisation = p.organisation and r.person = p.id and ($1::uuid[] is null or r.project = any($1))
  ), '[]') as roles
from people p
where ($2::uuid is null or p.id > $2)
  and ($1::uuid[] is null or exists (
    select from roles r where r.organisation = p.organisation and r.person = p.id and r.project = any($1)
  ))
order by p.id
limit 1000
