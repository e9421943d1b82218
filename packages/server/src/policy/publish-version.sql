update policy_versions set published_at = coalesce(published_at, now()) where project = $1 and number = $2
