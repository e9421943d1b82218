select id from projects where name = :name
