select id::text as id, what, first_seq::float8 as "first", last_seq::float8 as "last", found_at as "foundAt",
  acknowledged_at as "acknowledgedAt", reason
from findings
where agent = :agent::uuid and what <> 'understated'
order by id desc
limit 50
