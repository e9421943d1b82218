update batches b
set leaf = numbered.leaf
from unnest($1::bigint[], $2::bigint[]) as numbered (id, leaf)
where b.organisation = permesso.organisation() and b.id = numbered.id
