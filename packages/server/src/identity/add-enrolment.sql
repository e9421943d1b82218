insert into enrolments (organisation, project, owner, hash, uses_left, expires_at)
values (permesso.organisation(), $1, $2, $3, $4, now() + make_interval(mins => $5))
returning id, expires_at as "expiresAt"
