select e.agent, g.name as "agentName", e.seq::float8 as seq, e.received_at as "receivedAt", e.line
from events e
left join agents g on g.organisation = e.organisation and g.id = e.agent
where e.organisation = permesso.organisation()
  and e.received_at >= :from and e.received_at <= :to
  and (e.received_at, e.agent, e.seq) < (:to, :agent, :seq)
  and (:verdict::text is null or e.verdict = :verdict)
  and (:type::text is null or e.type = :type)
  and (:tool::text is null or e.tool = :tool)
  and (:session::text is null or e.session = :session)
  and (:of::uuid is null or e.agent = :of)
  and not exists (select from unnest(:words::text[]) word where position(word in lower(e.line)) = 0)
  and (:project::uuid is null or g.project = :project)
order by e.received_at desc, e.agent desc, e.seq desc
limit :most
