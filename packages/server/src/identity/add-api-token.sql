-- Never longer than the token that it is made with.
insert into api_tokens (organisation, person, name, hash, roles, expires_at, lineage)
values (permesso.organisation(), :person, :name, :hash, :roles, least(now() + make_interval(days => :days), :until::timestamptz), :lineage::uuid[])
returning id, expires_at as "expiresAt"
