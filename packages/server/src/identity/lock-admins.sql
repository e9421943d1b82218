select r.person
from roles r
join people p on p.organisation = r.organisation and p.id = r.person
where r.role = 'admin' and r.project is null and p.disabled_at is null and r.ends_at is null
order by r.person
for update
