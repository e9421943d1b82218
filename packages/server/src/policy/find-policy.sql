select v.text
from channels c
join policy_versions v on v.organisation = c.organisation and v.project = c.project
where c.id = $1 and v.digest = $2 and v.published_at is not null
limit 1
