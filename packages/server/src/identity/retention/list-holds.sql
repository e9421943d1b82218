select id, project, reason, set_by as "setBy", set_at as "setAt", ended_by as "endedBy", ended_at as "endedAt"
from legal_holds
order by set_at desc
limit 500
