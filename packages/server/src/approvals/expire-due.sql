with due as (
  select organisation, id
  from approvals
  where due_at <= now()
    and ((state = 'pending' and expires_at <= now()) or (state = 'approved' and use_before <= now()))
  order by due_at
  limit 500
  for update skip locked
)
update approvals a
set state = 'expired',
  settled_at = coalesce(a.settled_at, now()),
  why = case a.state when 'approved' then 'the approval was not used in time' else 'nobody answered in time' end,
  due_at = null,
  changed = pg_current_xact_id()
from due
where a.organisation = due.organisation and a.id = due.id
returning a.id
