update api_tokens set revoked_at = coalesce(revoked_at, now())
where id = :id and (person = :person or :isAdmin)
returning id
