insert into legal_holds (organisation, project, reason, set_by)
values (permesso.organisation(), :project::uuid, :reason, :person)
returning id
