select id, project, kind, person, only_escalated as "onlyEscalated" from hooks order by id limit 1000
