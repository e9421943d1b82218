select p.id
from people p
join roles r on r.organisation = p.organisation and r.person = p.id
where p.id = $1 and p.disabled_at is null and r.role = 'approver' and (r.project is null or r.project = $2)
limit 1
