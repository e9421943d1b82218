select leaf::float8 as leaf, agent, first_seq::float8 as "first", last_seq::float8 as "last", prev, hash
from batches
where agent = :agent and leaf < :size and first_seq > :after
order by first_seq
limit 500
