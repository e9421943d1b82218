select n.level, n.index::float8 as index, n.hash
from unnest(:levels::smallint[], :indexes::bigint[]) as wanted (level, index)
join log_nodes n on n.organisation = permesso.organisation() and n.level = wanted.level and n.index = wanted.index
