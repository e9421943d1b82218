select
  coalesce(o.frozen, p.frozen) as frozen,
  coalesce((
    select json_agg(json_build_object('agent', a.id, 'reason', a.frozen) order by a.id)
    from agents a
    where a.organisation = p.organisation and a.project = p.id and a.frozen is not null and a.revoked_at is null
  ), '[]') as agents,
  o.restored_at as "restoredAt",
  now() as at
from projects p
join organisations o on o.id = p.organisation
where p.id = :project
