select id from projects where not is_baseline order by id
