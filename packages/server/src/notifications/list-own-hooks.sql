select id, project, kind, host, only_escalated as "onlyEscalated", about, confirmed_at as "confirmedAt",
  encode(push_print, 'hex') as print
from hooks
where person = :person
order by id
limit 1000
