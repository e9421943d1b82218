with advanced as (
  update agent_heads h
  set seq = moved.seq, hash = moved.hash
  from unnest(:agents::uuid[], :seqs::bigint[], :hashes::text[]) as moved (agent, seq, hash)
  where h.organisation = permesso.organisation() and h.agent = moved.agent
)
insert into batches (organisation, agent, first_seq, last_seq, prev, hash, received_at)
select permesso.organisation(), agent, first_seq, last_seq, prev, hash, :receivedAt
from unnest(:senders::uuid[], :first::bigint[], :last::bigint[], :prev::text[], :lastHash::text[])
  with ordinality as run (agent, first_seq, last_seq, prev, hash, place)
order by place
