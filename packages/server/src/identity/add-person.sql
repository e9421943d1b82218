insert into people (organisation, issuer, subject, email, name)
values (permesso.organisation(), $1, $2, $3, $4)
returning id
