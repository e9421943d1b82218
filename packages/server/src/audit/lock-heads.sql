-- By the index one at a time: otherwise the planner reads all heads of an organisation, for every transaction.
select head.agent, head.seq::float8 as seq, head.hash
from unnest(:agents::uuid[]) as wanted (agent)
cross join lateral (
  select h.agent, h.seq, h.hash
  from agent_heads h
  where h.organisation = permesso.organisation() and h.agent = wanted.agent
  for update skip locked
) head
