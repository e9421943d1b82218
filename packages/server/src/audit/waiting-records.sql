select id::text as id, kind, key, line
from admin_records
where leaf is null
order by admin_records.id
limit 5000
