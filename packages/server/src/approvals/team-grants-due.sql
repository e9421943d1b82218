select distinct organisation from team_grants where due_at <= now() and organisation not in (select organisation from departures) limit 1000
