select id from organisations where id not in (select organisation from departures) order by id
