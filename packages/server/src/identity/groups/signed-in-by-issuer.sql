select distinct r.person
from roles r
join people p on p.organisation = r.organisation and p.id = r.person
where r.source = 'sign-in' and p.issuer = :issuer
