select s.id, s.created_at as "createdAt", s.expires_at as "expiresAt", s.api_token as "apiToken"
from sessions s
left join api_tokens t on t.organisation = s.organisation and t.id = s.api_token
where s.person = :person and s.expires_at > now()
  and (s.api_token is null or permesso.tokens_count(t.lineage || t.id))
order by s.created_at desc
limit 200
