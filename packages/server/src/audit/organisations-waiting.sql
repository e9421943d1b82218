select distinct organisation from batches where leaf is null limit 1000
