select distinct organisation from streams where due_at <= now() and organisation not in (select organisation from departures) limit 1000
