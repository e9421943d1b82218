-- What an agent may obey: the version in force, and one that is rolled out to a share of the agents, each with what it
-- may obey of the baseline.
select a.id as agent, v.number as version, v.text, w.number as "baselineVersion", w.text as baseline
from agents a
left join channels c on c.organisation = a.organisation and c.project = a.project
left join policy_versions v on v.organisation = c.organisation and v.project = c.project
  and (v.number = c.current or (v.number = c.candidate and c.stage = 'share'))
left join channels b on b.organisation = a.organisation and b.is_baseline
left join policy_versions w on w.organisation = b.organisation and w.project = b.project
  and (w.number = b.current or (w.number = b.candidate and b.stage = 'share'))
where a.id = any(:agents::uuid[]) and (v.number is not null or w.number is not null)
order by v.number, w.number
