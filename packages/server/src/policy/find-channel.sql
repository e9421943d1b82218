select id, organisation, project, serial::float8 as serial, envelope from channels where id = :id
