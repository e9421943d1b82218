insert into people (organisation, issuer, subject, name, kind)
values (permesso.organisation(), 'workload', :name, :name, 'service')
returning id
