select id from organisations where home <> permesso.home() order by id limit 100
