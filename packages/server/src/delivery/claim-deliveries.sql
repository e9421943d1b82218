-- Whoever claims has a minute. If it dies meanwhile, somebody else sends it again.
with due as (
  select organisation, id
  from deliveries
  where state = 'waiting' and due_at <= now()
  order by due_at
  limit 20
  for update skip locked
)
update deliveries d
set attempts = d.attempts + 1, due_at = now() + interval '1 minute'
from due
where d.organisation = due.organisation and d.id = due.id
returning d.id, d.hook, d.approval, d.attempts
