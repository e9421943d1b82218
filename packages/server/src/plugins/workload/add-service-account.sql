insert into service_accounts (organisation, person, name, project, responsible, issuer, audience, claims)
values (permesso.organisation(), :person, :name, :project, :responsible, :issuer, :audience, :claims)
