-- A transaction that adds to a shard meanwhile waits, and then starts that shard again: the next run merges it.
with apart as (
  delete from entry_counts
  where organisation = permesso.organisation() and day = :day::date and shard > 0
  returning project, type, verdict, tool, rule, count, half_hours
)
insert into entry_counts as known (organisation, day, shard, project, type, verdict, tool, rule, count, half_hours)
select permesso.organisation(), :day::date, 0, project, type, verdict, tool, rule, sum(count),
  permesso.sum_half_hours(half_hours)
from apart
group by project, type, verdict, tool, rule
order by project, type, verdict, tool, rule
on conflict (organisation, day, shard, project, type, verdict, tool, rule) do update set
  count = known.count + excluded.count,
  half_hours = permesso.add_half_hours(known.half_hours, excluded.half_hours)
