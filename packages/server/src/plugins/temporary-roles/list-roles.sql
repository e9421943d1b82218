select r.person, coalesce(p.email, p.name, '') as name, r.role, r.project, r.group_name as reason, r.ends_at as "endsAt"
from roles r
join people p on p.organisation = r.organisation and p.id = r.person
where r.ends_at is not null
order by r.ends_at
limit 1000
