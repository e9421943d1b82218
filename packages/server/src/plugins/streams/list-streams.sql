select s.id, s.kind, s.host, s.leaf::float8 as leaf, s.attempts, s.error, s.sent_at as "sentAt", s.added_at as "addedAt",
  (select count(*)::int from batches b where b.leaf >= s.leaf)
    + (select count(*)::int from admin_records r where r.leaf >= s.leaf) as behind
from streams s
order by s.added_at, s.id
limit 100
