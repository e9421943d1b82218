update channels set serial = :serial, envelope = :envelope, issued_at = now() where project = :project
