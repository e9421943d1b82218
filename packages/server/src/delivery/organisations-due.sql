select distinct organisation from deliveries where state = 'waiting' and due_at <= now() and organisation not in (select organisation from departures) limit 1000
