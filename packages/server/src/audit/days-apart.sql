select distinct organisation, day::text as day
from entry_counts
where shard > 0 and day < (now() - interval '1 hour')::date
order by day, organisation
limit 1000
