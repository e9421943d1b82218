insert into roles (organisation, person, role, project, source, group_name)
select distinct permesso.organisation(), m.person, g.role, g.project, :source, g.group_name
from unnest(:members::uuid[], :groups::text[]) as m (person, group_name)
join group_roles g on g.group_name = m.group_name
on conflict do nothing
returning person, role, project, group_name as "group"
