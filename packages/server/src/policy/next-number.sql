select coalesce(max(number), 0) + 1 as number from policy_versions where project = :project
