-- For nobody who is disabled, and never longer than the token that it is made with.
insert into enrolments (organisation, project, owner, hash, uses_left, expires_at, made_by, lineage)
select permesso.organisation(), $1, p.id, $3, $4, least(now() + make_interval(mins => $5), $8::timestamptz), $6, $7::uuid[]
from people p
where p.id = $2 and p.disabled_at is null
returning id, expires_at as "expiresAt"
