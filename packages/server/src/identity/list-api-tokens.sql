select id, name, roles, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"
from api_tokens
where person = $1
order by created_at desc
limit 200
