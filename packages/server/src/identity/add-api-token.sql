-- Never longer than the token that it is made with.
insert into api_tokens (organisation, person, name, hash, roles, expires_at, lineage)
values (permesso.organisation(), $1, $2, $3, $4, least(now() + make_interval(days => $5), $7::timestamptz), $6::uuid[])
returning id, expires_at as "expiresAt"
