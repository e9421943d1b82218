select id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
from passkeys
where person = :person
order by created_at, id
