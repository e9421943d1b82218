select distinct rule from approval_rules where project is null or project = $1 order by rule limit 500
