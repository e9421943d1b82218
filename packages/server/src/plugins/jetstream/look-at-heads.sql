-- By the index one at a time, as lock-heads does; the limit keeps the planner from joining all heads of the organisation.
select head.agent, head.seq::float8 as seq, head.hash
from unnest(:agents::uuid[]) as wanted (agent)
cross join lateral (
  select h.agent, h.seq, h.hash
  from agent_heads h
  where h.organisation = permesso.organisation() and h.agent = wanted.agent
  limit 1
) head
