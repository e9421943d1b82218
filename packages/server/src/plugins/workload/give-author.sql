insert into roles (organisation, person, role, project) values (permesso.organisation(), :person, 'author', :project)
