-- The token behind a browser session may be stored in a file: for a person who signs in with an identity provider it does not count as
-- a sign-in, and one with fewer rights than its person never does.
select
  s.created_at > now() - interval '10 minutes' as "isFresh",
  s.api_token is not null and p.issuer <> 'local' as "isByTokenAlone",
  s.api_token is not null and exists (
    select from roles r
    join api_tokens t on t.organisation = r.organisation and t.id = s.api_token
    where r.organisation = s.organisation and r.person = s.person and r.role <> 'viewer' and r.role <> all(t.roles)
  ) as "isByLesserToken"
from sessions s
join people p on p.organisation = s.organisation and p.id = s.person
where s.id = :session
