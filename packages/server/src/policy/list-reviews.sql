-- A review counts only while its author could still give it.
select r.person, coalesce(p.email, p.name, p.id::text) as name, r.verdict, r.comment, r.at
from policy_reviews r
join people p on p.organisation = r.organisation and p.id = r.person
where r.project = :project and r.version = :version and r.base = :base and p.disabled_at is null
  and exists (
    select from roles o
    where o.organisation = r.organisation and o.person = r.person and o.role in ('author', 'admin')
      and (o.project is null or o.project = r.project)
  )
order by r.at, r.person
