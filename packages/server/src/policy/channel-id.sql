select id, envelope from channels where project = $1
