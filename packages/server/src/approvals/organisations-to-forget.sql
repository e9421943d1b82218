select distinct organisation
from approvals
where state not in ('pending', 'approved') and settled_at < now() - make_interval(days => :days)
  and organisation not in (select organisation from departures)
limit 1000
