(select distinct organisation from batches where leaf is null and organisation not in (select organisation from departures) limit 1000)
union
(select distinct organisation from admin_records where leaf is null and organisation not in (select organisation from departures) limit 1000)
union
(select distinct organisation from archived_files where leaf is null and organisation not in (select organisation from departures) limit 1000)
