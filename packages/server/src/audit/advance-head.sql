with advanced as (
  update agent_heads set seq = $3, hash = $5 where agent = $1
)
insert into batches (organisation, agent, first_seq, last_seq, prev, hash)
values (permesso.organisation(), $1, $2, $3, $4, $5)
