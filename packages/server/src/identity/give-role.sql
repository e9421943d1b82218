insert into roles (organisation, person, role, project)
values (permesso.organisation(), :person, :role, :project)
on conflict do nothing
