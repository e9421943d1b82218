with of_agents as (
  insert into agent_counts as known (organisation, day, agent, verdict, tool, count, half_hours)
  select permesso.organisation(), :day::date, agent, verdict, tool, count,
    array_fill(least(count, 2147483647)::integer, array[1], array[:halfHour::integer])
  from unnest(:agents::uuid[], :agentVerdicts::text[], :agentTools::text[], :agentCounts::bigint[])
    as counted (agent, verdict, tool, count)
  on conflict (organisation, day, agent, verdict, tool) do update set
    count = known.count + excluded.count,
    half_hours[:halfHour] = least(coalesce(known.half_hours[:halfHour], 0) + excluded.count, 2147483647)
),
late as (
  insert into summed_days as known (organisation) select permesso.organisation() where :day::date < current_date
  on conflict (organisation) do update set until = least(known.until, :day::date - 1)
)
insert into entry_counts as known (organisation, day, shard, project, type, verdict, tool, rule, count, half_hours)
select permesso.organisation(), :day::date, pg_backend_pid() % 16, project, type, verdict, tool, rule, count,
  array_fill(least(count, 2147483647)::integer, array[1], array[:halfHour::integer])
from unnest(:projects::uuid[], :types::text[], :verdicts::text[], :tools::text[], :rules::text[], :counts::bigint[])
  as counted (project, type, verdict, tool, rule, count)
-- In a fixed order, so that two transactions that share a shard wait instead of deadlocking.
order by project, type, verdict, tool, rule
on conflict (organisation, day, shard, project, type, verdict, tool, rule) do update set
  count = known.count + excluded.count,
  half_hours[:halfHour] = least(coalesce(known.half_hours[:halfHour], 0) + excluded.count, 2147483647)
