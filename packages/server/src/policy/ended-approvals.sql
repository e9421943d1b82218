select id from standing_approvals where project = :project and revoked_at is not null and expires_at > now() order by id
