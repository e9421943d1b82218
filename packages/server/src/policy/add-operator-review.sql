insert into operator_reviews (organisation, project, version, base)
values (permesso.organisation(), :project, :version, :base)
on conflict do nothing
