update links set used_at = now() where used_at is null
