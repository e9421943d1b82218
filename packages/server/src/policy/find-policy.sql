-- Of the channel's project, or of its organisation's baseline.
select v.text
from channels c
join channels b on b.organisation = c.organisation and (b.project = c.project or b.is_baseline)
join policy_versions v on v.organisation = b.organisation and v.project = b.project
where c.id = :channel and v.digest = :digest and v.published_at is not null
limit 1
