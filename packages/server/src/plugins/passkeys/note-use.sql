update passkeys set counter = :counter, is_synced = :isSynced, last_used_at = now() where id = :id
