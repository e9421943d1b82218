select at, actor = 'server' as "bySelf", detail ->> 'version' as version, detail ->> 'why' as why
from acts
where act = 'policy.stop' and subject = :project
order by acts.id desc
limit 1
