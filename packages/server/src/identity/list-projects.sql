select id, name, created_at as "createdAt", frozen from projects
where not is_baseline and (:projects::uuid[] is null or id = any(:projects))
order by name
limit 1000
