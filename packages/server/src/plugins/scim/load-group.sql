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
where g.id = :group
