select id from organisations where home <> permesso.home() and id not in (select organisation from departures) order by id limit 100
