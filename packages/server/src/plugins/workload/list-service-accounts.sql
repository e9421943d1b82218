select s.person as id, s.name, s.project, s.issuer, s.audience, s.claims, p.disabled_at as "disabledAt",
  coalesce(o.email, o.name, '') as responsible,
  array(select r.role from roles r where r.organisation = s.organisation and r.person = s.person order by r.role) as roles,
  (select max(t.created_at) from api_tokens t where t.organisation = s.organisation and t.person = s.person) as "lastTokenAt"
from service_accounts s
join people p on p.organisation = s.organisation and p.id = s.person
join people o on o.organisation = s.organisation and o.id = s.responsible
order by s.name
