select distinct organisation
from approvals
where state not in ('pending', 'approved') and settled_at < now() - make_interval(days => :days)
limit 1000
