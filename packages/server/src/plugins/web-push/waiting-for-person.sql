select count(*)::integer as waiting
from approvals a
where a.state = 'pending' and a.expires_at > now() and a.owner is distinct from :person
  and exists (
    select
    from roles r
    where r.organisation = a.organisation and r.person = :person and r.role = 'approver'
      and (r.project is null or r.project = a.project)
  )
