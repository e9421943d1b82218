select person from scim_members where group_id = :group
