select
  s.person,
  s.id as session,
  s.csrf,
  p.email,
  t.roles as limited,
  t.lineage || t.id as lineage,
  t.expires_at as "tokenExpiresAt",
  coalesce((
    select jsonb_agg(distinct jsonb_build_object('role', r.role, 'project', r.project))
    from roles r
    where r.organisation = s.organisation and r.person = s.person
  ), '[]') as roles
from sessions s
join people p on p.organisation = s.organisation and p.id = s.person
left join api_tokens t on t.organisation = s.organisation and t.id = s.api_token
where s.hash = :hash and s.expires_at > now() and p.disabled_at is null
  and (s.api_token is null or permesso.tokens_count(t.lineage || t.id))
