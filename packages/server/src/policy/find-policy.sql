select v.text
from channels c
join policy_versions v on v.organisation = c.organisation and v.project = c.project
where c.id = :channel and v.digest = :digest and v.published_at is not null
limit 1
