select count(*)::integer as total from people p
where p.removed_at is null
  and (:id::uuid is null or p.id = :id)
  and (:userName::text is null or lower(coalesce(p.user_name, p.email, p.id::text)) = lower(:userName))
  and (:externalId::text is null or p.external_id = :externalId)
  and (:displayName::text is null or lower(p.name) = lower(:displayName))
  and (:email::text is null or lower(p.email) = lower(:email))
  and (:active::boolean is null or (p.disabled_at is null) = :active)
