select part, (extract(epoch from last_at) * 1000000)::bigint::text as "lastAt", last_agent as "lastAgent",
  last_seq::text as "lastSeq"
from archived_files
where day = :day::date
order by part desc
limit 1
