insert into findings (organisation, agent, what, first_seq, last_seq)
select permesso.organisation(), agent, what, first_seq, last_seq
from unnest(:agents::uuid[], :what::text[], :first::bigint[], :last::bigint[]) as found (agent, what, first_seq, last_seq)
