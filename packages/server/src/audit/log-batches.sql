select leaf, agent, "first", "last", "receivedAt"
from (
  select leaf::float8 as leaf, agent, first_seq::float8 as "first", last_seq::float8 as "last",
    received_at as "receivedAt", sum(last_seq - first_seq + 1) over (order by batches.leaf) as through
  from batches
  where organisation = permesso.organisation() and batches.leaf >= :from
  order by batches.leaf
  limit 1000
) counted
where through - ("last" - "first" + 1) < :most
order by leaf
