select id from agents where id = $1
