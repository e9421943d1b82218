insert into agent_heads (organisation, agent, seq, hash)
select permesso.organisation(), agent, 0, repeat('0', 64)
from unnest(:agents::uuid[]) as begun (agent)
-- In a fixed order, so that two servers that begin the same chains wait instead of deadlocking.
order by agent
on conflict do nothing
