update admin_records r
set leaf = numbered.leaf
from unnest(:ids::bigint[], :leaves::bigint[]) as numbered (id, leaf)
where r.organisation = permesso.organisation() and r.id = numbered.id
