select a.id, a.name, a.project, a.owner, a.enrolled_at as "enrolledAt", a.revoked_at as "revokedAt", a.frozen
from agents a
where (:project::uuid is null or a.project = :project) and (:after::uuid is null or a.id > :after)
  and (:projects::uuid[] is null or a.project = any(:projects))
order by a.id
limit 200
