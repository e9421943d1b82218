select
  to_char(date_trunc('hour', received_at), 'YYYY-MM-DD"T"HH24') as hour,
  count(*) filter (where type = 'decision')::int as calls,
  count(*) filter (where type = 'decision' and verdict = 'ask')::int as prompts
from events
where organisation = permesso.organisation() and received_at > now() - interval '48 hours'
group by 1
order by 1
