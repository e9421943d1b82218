select g.name, count(*)::integer as waiting
from approvals a
join approvals w on w.organisation = a.organisation and w.agent = a.agent and w.state = 'pending'
join agents g on g.organisation = a.organisation and g.id = a.agent
where a.id = :approval
group by g.name
