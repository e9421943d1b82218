-- Early only if nothing is lost: its digests are in the log, and every stream is past it.
select d.day::text as day
from archived_days d
where d.written_at is not null and d.left_at is null and d.day < current_date - :databaseDays::int
  and not exists (select from archived_files f where f.day = d.day and f.leaf is null)
  and not exists (select from streams s where s.leaf <= d.last_leaf)
order by d.day
