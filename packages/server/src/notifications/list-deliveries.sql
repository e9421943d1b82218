select id, hook, approval, notice, state, attempts, due_at as "dueAt", error
from deliveries
where state = :state
order by due_at desc
limit 200
