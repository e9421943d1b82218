-- Never longer than the token that it is made with.
insert into scim_tokens (organisation, name, hash, made_by, lineage, expires_at)
values (permesso.organisation(), :name, :hash, :person::uuid, :lineage::uuid[], least(now() + make_interval(days => :days), :until::timestamptz))
returning id, expires_at as "expiresAt"
