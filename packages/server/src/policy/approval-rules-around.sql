select distinct rule from approval_rules where project is null or project = :project order by rule limit 500
