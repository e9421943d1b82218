select id, first_seq::float8 as "first", last_seq::float8 as "last", asked_by as "askedBy", asked_at as "askedAt",
  answered_at as "answeredAt", problems
from demands
where agent = :agent
order by id desc
limit 100
