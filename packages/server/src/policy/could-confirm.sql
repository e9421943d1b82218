-- People with this role for the whole organisation.
select distinct p.id
from people p
join roles r on r.organisation = p.organisation and r.person = p.id
where p.disabled_at is null and r.project is null and r.role = any(:roles::text[])
