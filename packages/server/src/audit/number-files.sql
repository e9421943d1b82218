update archived_files f
set leaf = numbered.leaf
from unnest(:days::date[], :parts::integer[], :leaves::bigint[]) as numbered (day, part, leaf)
where f.organisation = permesso.organisation() and f.day = numbered.day and f.part = numbered.part
