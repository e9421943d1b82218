select count(*)::integer as total from scim_groups g
where (:id::uuid is null or g.id = :id)
  and (:displayName::text is null or lower(g.display_name) = lower(:displayName))
  and (:externalId::text is null or g.external_id = :externalId)
  and (:member::uuid is null or exists (
    select from scim_members m where m.organisation = g.organisation and m.group_id = g.id and m.person = :member
  ))
