insert into trusted_issuers (organisation, issuer, domain)
values (permesso.organisation(), $1, $2)
on conflict do nothing
