select id from scim_groups where lower(display_name) = lower(:displayName) and id is distinct from :group::uuid
