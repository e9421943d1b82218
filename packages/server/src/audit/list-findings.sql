select id::text as id, agent, what, first_seq::float8 as "first", last_seq::float8 as "last", found_at as "foundAt"
from findings
order by id desc
limit 500
