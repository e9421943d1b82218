select a.id, a.act, a.subject, coalesce(s.email, s.name) as "subjectName", a.detail, a.asked_by as "askedBy",
  coalesce(p.email, p.name, p.id::text) as "askedByName",
  a.asked_at as "askedAt", a.expires_at as "expiresAt"
from pending_acts a
join people p on p.organisation = a.organisation and p.id = a.asked_by
left join people s on s.organisation = a.organisation and s.id::text = a.subject
where a.state = 'waiting' and a.expires_at > now() and (:act::text is null or a.act = :act)
order by a.asked_at, a.id
limit 200
