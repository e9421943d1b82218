select id::text as id, at, actor, act, subject, detail, address, session
from acts
where id < :before
  and (:since::timestamptz is null or at >= :since::timestamptz)
  and (:until::timestamptz is null or at < :until::timestamptz)
order by acts.id desc
limit 200
