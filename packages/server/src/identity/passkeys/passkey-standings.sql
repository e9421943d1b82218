select p.id as person, o.passkeys as rule,
  array(select k.id::text from passkeys k where k.organisation = p.organisation and k.person = p.id) as passkeys
from people p
join organisations o on o.id = p.organisation
where p.id = any(:people::uuid[])
