select day::text as day, part, entries::float8 as entries, digest
from archived_files
where leaf is null
order by day, part
limit 1000
