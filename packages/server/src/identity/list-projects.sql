select id, name, created_at as "createdAt", frozen from projects
where $1::uuid[] is null or id = any($1)
order by name
limit 1000
