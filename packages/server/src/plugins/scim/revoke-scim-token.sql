update scim_tokens set revoked_at = coalesce(revoked_at, now()) where id = :id returning id
