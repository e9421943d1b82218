insert into sessions (organisation, hash, csrf, person, api_token, expires_at)
values (permesso.organisation(), :hash, :csrf, :person, :apiToken, now() + interval '12 hours')
