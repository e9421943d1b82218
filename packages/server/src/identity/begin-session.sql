insert into sessions (organisation, hash, csrf, person, api_token, expires_at)
select id, :hash, :csrf, :person, :apiToken, now() + make_interval(hours => session_hours)
from organisations where id = permesso.organisation()
returning (extract(epoch from expires_at - now()))::int as seconds
