update channels set serial = $2, envelope = $3 where project = $1
