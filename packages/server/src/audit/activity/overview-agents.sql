-- Agents that may send entries: silent ones first, longest silence first. Totals are in every row. A new agent is not silent yet.
select
  a.name,
  p.name as project,
  b.at as last,
  a.enrolled_at < :since and coalesce(b.at < :since, true) as "isSilent",
  count(*) over ()::int as enrolled,
  count(*) filter (where b.at >= :since) over ()::int as reporting,
  count(*) filter (where a.enrolled_at < :since and coalesce(b.at < :since, true)) over ()::int as silent
from agents a
join projects p on p.organisation = a.organisation and p.id = a.project
left join lateral (
  select received_at as at
  from batches
  where organisation = a.organisation and agent = a.id
  order by first_seq desc
  limit 1
) b on true
where a.revoked_at is null
order by "isSilent" desc, b.at nulls first, a.name
limit 5
