update archived_days d
set written_at = now(),
  entries = coalesce(files.entries, 0),
  first_at = files.first_at,
  last_leaf = (
    select max(b.leaf) from batches b
    where b.organisation = permesso.organisation() and b.received_at >= :day::date::timestamptz and b.received_at < (:day::date + 1)::timestamptz
  )
from (
  select sum(f.entries) as entries, min(f.first_at) as first_at, array_agg(f.digest order by f.part) as digests
  from archived_files f where f.day = :day::date
) files
where d.day = :day::date and d.written_at is null
  -- A batch that is not in the log yet has no leaf: tried again later.
  and not exists (
    select from batches b
    where b.organisation = permesso.organisation() and b.leaf is null
      and b.received_at >= :day::date::timestamptz and b.received_at < (:day::date + 1)::timestamptz
  )
returning d.entries::float8 as entries, coalesce(files.digests, '{}') as digests
