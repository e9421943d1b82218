select part, digest, entries::float8 as entries, bytes::float8 as bytes
from archived_files
where day = :day::date
order by part
