select
  p.id,
  coalesce(p.user_name, p.email, p.id::text) as "userName",
  p.external_id as "externalId",
  p.name as "displayName",
  p.given_name as "givenName",
  p.family_name as "familyName",
  p.email,
  p.disabled_at is null as active,
  p.disabled_by as "disabledBy",
  p.issuer = 'local' and not p.is_provisioned as "isOperatorMade",
  p.created_at as "createdAt",
  p.changed_at as "changedAt",
  coalesce((
    select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.display_name)
    from scim_members m
    join scim_groups g on g.organisation = m.organisation and g.id = m.group_id
    where m.organisation = p.organisation and m.person = p.id
  ), '[]') as groups
from people p
where p.id = :person and p.removed_at is null
