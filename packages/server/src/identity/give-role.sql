insert into roles (organisation, person, role, project)
values (permesso.organisation(), $1, $2, $3)
on conflict do nothing
