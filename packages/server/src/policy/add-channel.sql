insert into channels (organisation, project, id)
values (permesso.organisation(), $1, $2)
on conflict (organisation, project) do nothing
