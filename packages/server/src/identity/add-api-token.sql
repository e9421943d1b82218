insert into api_tokens (organisation, person, name, hash, roles, expires_at)
values (permesso.organisation(), $1, $2, $3, $4, now() + make_interval(days => $5))
returning id, expires_at as "expiresAt"
