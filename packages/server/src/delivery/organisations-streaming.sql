select distinct organisation from streams where due_at <= now() limit 1000
