select n.level, n.index::float8 as index, n.hash
from unnest($1::smallint[], $2::bigint[]) as wanted (level, index)
join log_nodes n on n.organisation = permesso.organisation() and n.level = wanted.level and n.index = wanted.index
