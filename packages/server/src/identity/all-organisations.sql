select id from organisations order by id
