select id from organisations where name = $1
