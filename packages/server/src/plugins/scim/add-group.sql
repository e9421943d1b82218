insert into scim_groups (organisation, display_name, external_id)
values (permesso.organisation(), :displayName, :externalId)
returning id
