select distinct organisation
from channels
where envelope <> '' and issued_at < now() - make_interval(hours => :hours)
limit 100
