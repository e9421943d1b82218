select distinct organisation from approvals where due_at <= now() and organisation not in (select organisation from departures) limit 1000
