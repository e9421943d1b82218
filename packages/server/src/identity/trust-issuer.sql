insert into trusted_issuers (organisation, issuer, domain)
values (permesso.organisation(), :issuer, :domain)
on conflict do nothing
