-- Compared by the names that were recorded: older records lack columns that were added later.
select r.id::text as id, r.leaf::float8 as leaf, r.kind, r.key, r.line, r.at,
  case
    when r.kind = 'erasure' then 'same'
    when now.record is null then case r.kind when 'act' then 'changed' else 'gone' end
    when (select jsonb_object_agg(name, now.record -> name) from jsonb_object_keys(r.line::jsonb) as name) = r.line::jsonb then 'same'
    else 'changed'
  end as row
from admin_records r
left join lateral (
  select permesso.record_of(a) as record from acts a
  where r.kind = 'act' and a.organisation = r.organisation and a.id::text = r.key
  union all
  select permesso.record_of(v) from votes v
  where r.kind = 'vote' and v.organisation = r.organisation and v.approval = split_part(r.key, ' ', 1)::uuid
    and v.person = split_part(r.key, ' ', 2)::uuid
  union all
  select permesso.record_of(g) from team_grant_votes g
  where r.kind = 'team-grant-vote' and g.organisation = r.organisation and g.team_grant = split_part(r.key, ' ', 1)::uuid
    and g.person = split_part(r.key, ' ', 2)::uuid
) now on true
where r.leaf >= :from and r.leaf < :size
order by r.leaf
limit 1000
