select session_hours as hours from organisations where id = permesso.organisation()
