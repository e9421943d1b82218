with due as (
  select organisation, id
  from approvals
  where due_at <= now() and state = 'pending' and expires_at > now() and escalate_at <= now() and escalated_at is null
  order by due_at
  limit 500
  for update skip locked
),
escalated as (
  update approvals a
  set escalated_at = now(), due_at = a.expires_at, changed = pg_current_xact_id()
  from due
  where a.organisation = due.organisation and a.id = due.id
  returning a.id, a.project, a.owner
)
insert into deliveries (organisation, hook, approval)
select permesso.organisation(), h.id, e.id
from escalated e
join hooks h on (h.project is null or h.project = e.project)
  and (h.person is null or h.confirmed_at is not null) and h.about <> 'machines'
  and (h.kind <> 'push' or permesso.push_counts(h, e.project, e.owner))
returning approval as id
