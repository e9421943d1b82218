insert into agent_heads (organisation, agent, seq, hash)
values (permesso.organisation(), :agent, 0, repeat('0', 64))
on conflict do nothing
