update standing_approvals set revoked_at = now(), revoked_by = :person
where id = :id and revoked_at is null and expires_at > now()
returning project
