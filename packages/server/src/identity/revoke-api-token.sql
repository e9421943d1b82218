update api_tokens set revoked_at = coalesce(revoked_at, now())
where id = $1 and (person = $2 or $3)
returning id
