select a.id, a.name, a.project, a.owner, a.enrolled_at as "enrolledAt", a.revoked_at as "revokedAt", a.frozen
from agents a
where ($1::uuid is null or a.project = $1) and ($2::uuid is null or a.id > $2)
  and ($3::uuid[] is null or a.project = any($3))
order by a.id
limit 200
