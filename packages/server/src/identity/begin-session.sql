insert into sessions (organisation, hash, csrf, person, expires_at)
values (permesso.organisation(), $1, $2, $3, now() + interval '12 hours')
