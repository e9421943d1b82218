insert into organisations (name) values ($1) returning id
