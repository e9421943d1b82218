-- The versions that a project's agents may follow: the active one, and one rolled out to part of the agents, each with the baseline's
-- versions. Per project, since texts are long and agents are many.
select p.id as project, v.number as version, v.text, w.number as "baselineVersion", w.text as baseline
from projects p
left join channels c on c.organisation = p.organisation and c.project = p.id
left join policy_versions v on v.organisation = c.organisation and v.project = c.project
  and (v.number = c.current or (v.number = c.candidate and c.stage = 'share'))
left join channels b on b.organisation = p.organisation and b.is_baseline
left join policy_versions w on w.organisation = b.organisation and w.project = b.project
  and (w.number = b.current or (w.number = b.candidate and b.stage = 'share'))
where p.id = any(:projects::uuid[]) and (v.number is not null or w.number is not null)
order by v.number, w.number
