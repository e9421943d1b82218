select group_name as "group", role, project from group_roles order by group_name, role, project
