insert into roles (organisation, person, role, project, source, group_name)
values (permesso.organisation(), :person, :role, :project, :source, :group)
