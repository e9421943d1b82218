delete from group_roles
