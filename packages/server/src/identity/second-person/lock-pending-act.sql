-- The requester must still have the right: an act does not outlive the role that it needed.
select a.id, a.act, a.subject, a.detail, a.sealed, a.asked_by as "askedBy", a.state, a.expires_at <= now() as "isOver",
  exists (
    select from roles r
    where r.organisation = a.organisation and r.person = a.asked_by and r.role = 'admin' and r.project is null
  ) as "isAdmin"
from pending_acts a
where a.id = :id
for update of a
