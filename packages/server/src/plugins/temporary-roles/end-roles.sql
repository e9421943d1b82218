delete from roles where ends_at <= now() returning person, role, project, group_name as reason
