select id from organisations where name = :name
