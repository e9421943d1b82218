insert into people (organisation, issuer, subject, email, name)
values (permesso.organisation(), :issuer, :subject, :email, :name)
returning id
