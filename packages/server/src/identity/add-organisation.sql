insert into organisations (name) values (:name) returning id
