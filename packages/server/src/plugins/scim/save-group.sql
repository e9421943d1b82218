update scim_groups set display_name = :displayName, external_id = :externalId, changed_at = now() where id = :group
