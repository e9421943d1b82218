-- Calls of a span by what they are. The rarest are left out where there are very many kinds.
select
  coalesce(e.verdict, '') as verdict,
  coalesce(e.tool, '') as tool,
  e.agent,
  coalesce(g.name, e.agent::text) as "agentName",
  coalesce(g.project::text, '') as project,
  count(*)::int as count
from events e
left join agents g on g.organisation = e.organisation and g.id = e.agent
where e.organisation = permesso.organisation()
  and e.type = 'decision'
  and e.received_at >= :from and e.received_at < :to
group by 1, 2, 3, 4, 5
order by count desc
limit 20000
