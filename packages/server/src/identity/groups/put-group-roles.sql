insert into group_roles (organisation, group_name, role, project)
select permesso.organisation(), m.group_name, m.role, m.project
from unnest(:groups::text[], :roles::text[], :projects::uuid[]) as m (group_name, role, project)
on conflict do nothing
