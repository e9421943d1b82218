with of_agents as (
  insert into agent_counts as known (organisation, period, agent, verdict, tool, count)
  select permesso.organisation(), :period, agent, verdict, tool, count
  from unnest(:agents::uuid[], :agentVerdicts::text[], :agentTools::text[], :agentCounts::bigint[])
    as counted (agent, verdict, tool, count)
  on conflict (organisation, period, agent, verdict, tool) do update set count = known.count + excluded.count
)
insert into entry_counts as known (organisation, period, shard, project, type, verdict, tool, rule, count)
select permesso.organisation(), :period, pg_backend_pid() % 16, project, type, verdict, tool, rule, count
from unnest(:projects::uuid[], :types::text[], :verdicts::text[], :tools::text[], :rules::text[], :counts::bigint[])
  as counted (project, type, verdict, tool, rule, count)
-- In one order, so that two that share a shard wait for each other instead of blocking each other.
order by project, type, verdict, tool, rule
on conflict (organisation, period, shard, project, type, verdict, tool, rule)
  do update set count = known.count + excluded.count
