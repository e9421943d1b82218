with due as (
  select organisation, id, state
  from team_grants
  where due_at <= now() and state in ('proposed', 'granted')
  order by due_at
  limit 100
  for update skip locked
)
update team_grants g
set state = 'expired',
  why = case due.state when 'granted' then 'its time is over' else 'too few voted in time' end,
  settled_at = now(),
  due_at = null
from due
where g.organisation = due.organisation and g.id = due.id
returning g.id, g.project, due.state as "was"
