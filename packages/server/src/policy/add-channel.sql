insert into channels (organisation, project, id)
values (permesso.organisation(), :project, :id)
on conflict (organisation, project) do nothing
