insert into agents (organisation, project, owner, name, public_key)
values (permesso.organisation(), $1, $2, $3, $4)
returning id
