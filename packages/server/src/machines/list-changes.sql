select at, change ->> 'what' as what, change ->> 'of' as "of", change ->> 'from' as "from", change ->> 'to' as "to"
from machine_changes
where agent = :agent::uuid
order by id desc
limit 100
