update channels set serial = $2, envelope = $3, issued_at = now() where project = $1
