update enrolments set revoked_at = now() where revoked_at is null and expires_at > now() returning id
