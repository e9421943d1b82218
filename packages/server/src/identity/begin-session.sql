insert into sessions (organisation, hash, csrf, person, api_token, expires_at)
values (permesso.organisation(), $1, $2, $3, $4, now() + interval '12 hours')
