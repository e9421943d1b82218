select distinct organisation
from channels
where envelope <> '' and issued_at < now() - make_interval(hours => :hours)
  and organisation not in (select organisation from departures)
limit 100
