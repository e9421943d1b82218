-- Calls of a span by step and verdict.
select
  (floor(extract(epoch from received_at) * 1000 / :step) * :step)::float8 as at,
  verdict,
  count(*)::int as count
from events
where organisation = permesso.organisation()
  and type = 'decision'
  and verdict in ('allow', 'ask', 'deny')
  and received_at >= :from and received_at < :to
group by 1, 2
order by 1
