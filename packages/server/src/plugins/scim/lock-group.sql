select id from scim_groups where id = :group for update
