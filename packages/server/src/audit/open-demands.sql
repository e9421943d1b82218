select id, first_seq::float8 as "first", last_seq::float8 as "last"
from demands
where agent = :agent and answered_at is null
order by id
limit 10
