-- Each agent counts for a thousand decisions at most: no single one can outweigh the others.
select
  version,
  obeyed,
  count(*)::int as agents,
  sum(least(decisions, 1000))::float8 as decisions,
  sum(denials * least(1.0, 1000.0 / greatest(decisions, 1)))::float8 as denials,
  sum(asks * least(1.0, 1000.0 / greatest(decisions, 1)))::float8 as asks
from policy_counts
where project = :project
group by version, obeyed
order by version, obeyed
