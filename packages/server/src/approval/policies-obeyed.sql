-- What an agent may obey: the version in force, and one that is rolled out to a share of the agents.
select a.id as agent, v.number as version, v.text
from agents a
join channels c on c.organisation = a.organisation and c.project = a.project
join policy_versions v on v.organisation = c.organisation and v.project = c.project
  and (v.number = c.current or (v.number = c.candidate and c.stage = 'share'))
where a.id = any(:agents::uuid[])
order by v.number
