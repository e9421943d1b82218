-- Somebody else who could: an author or admin of the project who may sign in.
select p.id
from people p
where p.disabled_at is null and p.id <> :author
  and exists (
    select from roles r
    where r.organisation = p.organisation and r.person = p.id and r.role in ('author', 'admin')
      and (r.project is null or r.project = :project)
  )
limit 1
