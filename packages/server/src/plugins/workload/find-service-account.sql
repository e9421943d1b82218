select s.person, s.project, s.responsible, s.issuer, s.audience, s.claims,
  array(select r.role from roles r where r.organisation = s.organisation and r.person = s.person) as roles
from service_accounts s
join people p on p.organisation = s.organisation and p.id = s.person
join people o on o.organisation = s.organisation and o.id = s.responsible
where s.name = :name and p.disabled_at is null and o.disabled_at is null
