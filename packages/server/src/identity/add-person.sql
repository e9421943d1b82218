insert into people (organisation, issuer, subject, email, name, vouched_by, issuer_address)
values (permesso.organisation(), :issuer, :subject, :email, :name,
  case when :issuer = 'local' then 'operator' end, case when :issuer <> 'local' then :email end)
returning id
