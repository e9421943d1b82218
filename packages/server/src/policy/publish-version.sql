update policy_versions set published_at = coalesce(published_at, now()) where project = :project and number = :number
