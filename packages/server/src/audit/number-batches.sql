update batches b
set leaf = numbered.leaf
from unnest(:ids::bigint[], :leaves::bigint[]) as numbered (id, leaf)
where b.organisation = permesso.organisation() and b.id = numbered.id
