select id, hook, approval, state, attempts, due_at as "dueAt", error
from deliveries
where state = $1
order by due_at desc
limit 200
