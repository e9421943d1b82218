delete from scim_members where group_id = :group and person = any(:people::uuid[]) returning person
