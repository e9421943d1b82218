select leaf::float8 as leaf, agent, first_seq::float8 as "first", last_seq::float8 as "last", prev, hash
from batches
where agent = $1 and leaf < $2 and first_seq > $3
order by first_seq
limit 500
