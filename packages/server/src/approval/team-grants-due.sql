select distinct organisation from team_grants where due_at <= now() limit 1000
