select
  to_char(date_trunc('hour', period), 'YYYY-MM-DD"T"HH24') as hour,
  sum(count)::float8 as calls,
  coalesce(sum(count) filter (where verdict = 'ask'), 0)::float8 as prompts
from entry_counts
where organisation = permesso.organisation() and type = 'decision'
  and period >= date_trunc('hour', now()) - interval '47 hours'
group by 1
order by 1
