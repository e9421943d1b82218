select seq::float8 as seq, hash from agent_heads where agent = $1 for update
