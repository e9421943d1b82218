insert into projects (organisation, name) values (permesso.organisation(), $1) returning id, name
