select
  t.id,
  t.hash,
  t.person,
  p.email,
  t.roles as limited,
  t.lineage || t.id as lineage,
  t.expires_at as "tokenExpiresAt",
  coalesce((
    select jsonb_agg(distinct jsonb_build_object('role', r.role, 'project', r.project))
    from roles r
    where r.organisation = t.organisation and r.person = t.person
  ), '[]') as roles
from api_tokens t
join people p on p.organisation = t.organisation and p.id = t.person
where t.hash = any(:hashes::bytea[]) and t.revoked_at is null and t.expires_at > now() and p.disabled_at is null
  and permesso.tokens_count(t.lineage)
