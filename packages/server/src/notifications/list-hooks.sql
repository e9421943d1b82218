select id, project, kind, person, host, only_escalated as "onlyEscalated", about, confirmed_at as "confirmedAt", quiet
from hooks
order by id
limit 1000
