insert into findings (organisation, agent, what, first_seq, last_seq)
select permesso.organisation(), $1, what, first_seq, last_seq
from unnest($2::text[], $3::bigint[], $4::bigint[]) as found (what, first_seq, last_seq)
