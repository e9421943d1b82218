delete from scim_groups where id = :group
