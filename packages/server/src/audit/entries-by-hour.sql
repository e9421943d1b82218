select
  to_char(day + (at - 1) / 2 * interval '1 hour', 'YYYY-MM-DD"T"HH24') as hour,
  sum(half_hours[at])::float8 as calls,
  coalesce(sum(half_hours[at]) filter (where verdict = 'ask'), 0)::float8 as prompts
from entry_counts, generate_subscripts(half_hours, 1) as at
where organisation = (select permesso.organisation()) and type = 'decision'
  and day >= (now() - interval '47 hours')::date
  and day + (at - 1) / 2 * interval '1 hour' >= date_trunc('hour', now()) - interval '47 hours'
  and half_hours[at] > 0
group by 1
order by 1
