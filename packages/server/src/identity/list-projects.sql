select id, name, created_at as "createdAt", frozen from projects order by name limit 1000
