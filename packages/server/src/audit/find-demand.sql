select id, first_seq::float8 as "first", last_seq::float8 as "last", problems, lines
from demands
where agent = :agent and id = :demand::bigint
