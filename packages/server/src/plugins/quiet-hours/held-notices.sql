select n.id
from deliveries d
join machine_notices n on n.organisation = d.organisation and n.id = d.notice
where d.told_in = :carrier
order by n.at, n.id
limit 1000
