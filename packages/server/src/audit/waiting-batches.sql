select id::text as id, agent, first_seq::float8 as "first", last_seq::float8 as "last", prev, hash
from batches
where leaf is null
order by batches.id
limit 5000
