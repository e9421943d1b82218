-- Calls of a span, in whole half hours, by what they are. The rarest are left out where there are very many kinds.
select c.verdict, c.tool, c.agent, g.name as "agentName", g.project::text as project, c.count
from (
  select agent, verdict, tool, sum(count)::float8 as count
  from agent_counts
  where organisation = permesso.organisation()
    and period > :from::timestamptz - interval '30 minutes' and period < :to
  group by 1, 2, 3
) c
join agents g on g.organisation = permesso.organisation() and g.id = c.agent
order by c.count desc
limit 20000
