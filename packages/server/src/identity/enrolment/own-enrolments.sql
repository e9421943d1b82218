-- Enrolment tokens that somebody made for this person's machines, and the number of machines enrolled with each.
select e.id, e.project, e.made_by as "madeBy", coalesce(m.email, m.name, m.id::text) as "madeByName", e.created_at as "createdAt",
  e.confirmed_at as "confirmedAt",
  coalesce((
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'enrolledAt', a.enrolled_at) order by a.enrolled_at)
    from agents a where a.organisation = e.organisation and a.enrolment = e.id and a.revoked_at is null
  ), '[]') as machines
from enrolments e
left join people m on m.organisation = e.organisation and m.id = e.made_by
where e.owner = :person and e.made_by is distinct from e.owner and e.revoked_at is null
order by e.created_at desc, e.id
limit 200
