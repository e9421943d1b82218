select agent, seq::float8 as seq, hash
from agent_heads
where agent = any(:agents::uuid[])
for update skip locked
