-- The first delivery held for a target covers all others, including those that it had gathered before and could not send.
with over as (
  select d.id, d.hook, first_value(d.id) over (partition by d.hook order by d.id) as carrier
  from deliveries d
  where d.organisation = permesso.organisation() and d.is_held and d.state = 'waiting' and d.due_at <= :at::timestamptz
)
update deliveries d
set
  is_held = false,
  told_in = over.carrier,
  attempts = 0,
  state = case when d.id = over.carrier then 'waiting' else 'sent' end,
  error = case when d.id = over.carrier then null else 'told in a digest' end
from over
where d.organisation = permesso.organisation() and d.hook = over.hook
  and (d.id = over.id or (d.told_in = over.id and d.id not in (select id from over)))
