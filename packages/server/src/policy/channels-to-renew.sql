select project
from channels
where envelope <> '' and issued_at < now() - make_interval(hours => $1)
order by issued_at
limit 100
