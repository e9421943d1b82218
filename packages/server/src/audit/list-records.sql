-- The keys are read first: on a table with row-level security, a cast in the condition prevents index use.
with page as materialized (
  select r.*,
    case r.kind when 'act' then r.key::bigint end as act,
    case when r.kind in ('vote', 'team-grant-vote') then split_part(r.key, ' ', 1)::uuid end as voted_on,
    case when r.kind in ('vote', 'team-grant-vote') then split_part(r.key, ' ', 2)::uuid end as voter
  from admin_records r
  where r.leaf >= :from and r.leaf < :size
    and (:approval::text is null or (r.kind = 'vote' and split_part(r.key, ' ', 1) = :approval::text))
  order by r.leaf
  limit 1000
)
-- Compared by the recorded columns: older records lack columns that were added later.
select r.id::text as id, r.leaf::float8 as leaf, r.kind, r.key, r.line, r.at,
  case
    when r.kind = 'erasure' then 'same'
    when now.record is null then case r.kind when 'act' then 'changed' else 'gone' end
    when (select jsonb_object_agg(name, now.record -> name) from jsonb_object_keys(r.line::jsonb) as name) = r.line::jsonb then 'same'
    else 'changed'
  end as row
from page r
left join lateral (
  select permesso.record_of(a) as record from acts a where a.organisation = r.organisation and a.id = r.act
  union all
  select permesso.record_of(v) from votes v
  where r.kind = 'vote' and v.organisation = r.organisation and v.approval = r.voted_on and v.person = r.voter
  union all
  select permesso.record_of(g) from team_grant_votes g
  where r.kind = 'team-grant-vote' and g.organisation = r.organisation and g.team_grant = r.voted_on and g.person = r.voter
) now on true
order by r.leaf
