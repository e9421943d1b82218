select distinct organisation from deliveries where state = 'waiting' and due_at <= now() limit 1000
