select distinct organisation from deliveries where state = 'waiting' and due_at <= greatest(now(), :at::timestamptz) and organisation not in (select organisation from departures) limit 1000
