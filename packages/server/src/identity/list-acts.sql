select id::text as id, at, actor, act, subject, detail
from acts
where id < :before
order by acts.id desc
limit 200
