select
  id,
  name,
  roles,
  created_at as "createdAt",
  expires_at as "expiresAt",
  revoked_at as "revokedAt",
  lineage[cardinality(lineage)] as "madeWith",
  case
    when revoked_at is not null then 'revoked'
    when expires_at <= now() then 'expired'
    when not permesso.tokens_count(lineage) then 'revoked'
    else 'valid'
  end as state
from api_tokens
where person = :person
order by created_at desc
limit 200
