select
  id,
  rules,
  answers,
  given_in as "givenIn",
  pin,
  floor(extract(epoch from expires_at) * 1000)::float8 as expires
from team_grants
where state = 'granted' and expires_at > now() and (project is null or project = :project)
order by settled_at, id
