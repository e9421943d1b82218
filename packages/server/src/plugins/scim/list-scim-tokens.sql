select
  t.id,
  t.name,
  t.made_by as "madeBy",
  t.created_at as "createdAt",
  t.expires_at as "expiresAt",
  case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= now() then 'expired'
    when not permesso.scim_token_counts(t) then 'revoked'
    else 'valid'
  end as state
from scim_tokens t
order by t.created_at desc
limit 200
