update agents set revoked_at = coalesce(revoked_at, now()) where id = :agent and owner = :person returning id
