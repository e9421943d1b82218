-- Machines in a person's name, and how they were enrolled.
select a.id, a.name, a.project, j.name as "projectName", a.enrolled_at as "enrolledAt",
  case when a.enrolment is null then 'sign-in' when a.enrolled_by = a.owner then 'own token' else 'token of another' end as "cameBy",
  coalesce(m.email, m.name) as "madeByName", m.id is not null and a.owner_confirmed_at is null as "isUnconfirmed", a.enrolment
from agents a
join projects j on j.organisation = a.organisation and j.id = a.project
left join people m on m.organisation = a.organisation and m.id = a.enrolled_by and m.id <> a.owner
where a.owner = :person and a.revoked_at is null and (:after::uuid is null or a.id > :after)
order by a.id
limit 200
