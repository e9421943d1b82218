select
  g.id,
  g.display_name as "displayName",
  g.external_id as "externalId",
  g.created_at as "createdAt",
  g.changed_at as "changedAt",
  coalesce((
    select json_agg(json_build_object('value', p.id, 'display', coalesce(p.name, p.user_name, p.email)) order by p.id)
    from scim_members m
    join people p on p.organisation = m.organisation and p.id = m.person
    where m.organisation = g.organisation and m.group_id = g.id
  ), '[]') as members
from scim_groups g
where (:id::uuid is null or g.id = :id)
  and (:displayName::text is null or lower(g.display_name) = lower(:displayName))
  and (:externalId::text is null or g.external_id = :externalId)
  and (:member::uuid is null or exists (
    select from scim_members m where m.organisation = g.organisation and m.group_id = g.id and m.person = :member
  ))
order by g.created_at, g.id
limit :count offset :skip
