select distinct organisation from roles
where ends_at <= now() and organisation not in (select organisation from departures)
limit 1000
