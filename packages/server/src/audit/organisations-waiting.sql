(select distinct organisation from batches where leaf is null limit 1000)
union
(select distinct organisation from archived_files where leaf is null limit 1000)
