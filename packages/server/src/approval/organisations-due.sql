select distinct organisation from approvals where due_at <= now() limit 1000
