select o.id as organisation, c.day::text as day
from organisations o
left join summed_days s on s.organisation = o.id
cross join lateral (
  select distinct day from agent_counts
  where organisation = o.id and day > coalesce(s.until, '-infinity') and day < (now() - interval '1 hour')::date
) c
order by o.id, c.day
limit 1000
