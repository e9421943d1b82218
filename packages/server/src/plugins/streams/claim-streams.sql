update streams set due_at = now() + interval '60 seconds'
where id in (select id from streams where due_at <= now() order by due_at limit 10 for update skip locked)
returning id, kind, sealed_target as "sealedTarget", leaf::float8 as leaf, attempts
