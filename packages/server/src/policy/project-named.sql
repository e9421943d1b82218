select id from projects where name = :name and not is_baseline
