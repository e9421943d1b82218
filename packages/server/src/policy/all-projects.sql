select id from projects order by id
