select id from organisations order by id limit 1
