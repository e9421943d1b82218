select project
from channels
where envelope <> '' and issued_at < now() - make_interval(hours => :hours)
order by issued_at
limit 100
