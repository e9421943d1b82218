-- These people's roles from groups that they have left, or that no longer give the role.
delete from roles r
where r.source = :source and r.person = any(:people::uuid[])
  and not exists (
    select from unnest(:members::uuid[], :groups::text[]) as m (person, group_name)
    join group_roles g on g.group_name = m.group_name
    where m.person = r.person and g.group_name = r.group_name and g.role = r.role and g.project is not distinct from r.project
  )
returning r.person, r.role, r.project, r.group_name as "group"
