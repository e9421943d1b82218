select seq::float8 as seq, hash from agent_heads where agent = :agent for update
