update demands set answered_at = now(), problems = :problems::text[], lines = :lines
where id = :demand::bigint and answered_at is null
returning id
