with advanced as (
  update agent_heads set seq = :last, hash = :hash where agent = :agent
)
insert into batches (organisation, agent, first_seq, last_seq, prev, hash)
values (permesso.organisation(), :agent, :first, :last, :prev, :hash)
