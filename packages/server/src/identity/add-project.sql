insert into projects (organisation, name) values (permesso.organisation(), :name) returning id, name
