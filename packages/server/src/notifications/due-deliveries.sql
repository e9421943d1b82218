select id from deliveries where state = 'waiting' and due_at <= :at::timestamptz order by due_at limit 500
