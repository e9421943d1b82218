select r.person
from people p
join roles r on r.organisation = p.organisation and r.person = p.id
where p.issuer = :issuer and p.subject = :subject and r.source = 'sign-in' and r.role = 'admin' and r.project is null
