select d.day::text as day, d.entries::float8 as entries, d.written_at as "writtenAt", d.left_at as "leftAt", d.removed_at as "removedAt",
  coalesce(files.files, '[]') as files
from archived_days d
left join lateral (
  select json_agg(json_build_object('part', f.part, 'digest', f.digest, 'entries', f.entries, 'bytes', f.bytes, 'leaf', f.leaf)
    order by f.part) as files
  from archived_files f where f.organisation = d.organisation and f.day = d.day
) files on true
where d.written_at is not null and d.entries > 0 and d.day < :before::date
order by d.day desc
limit 31
