select agent, seq::float8 as seq, received_at as "receivedAt", line
from events
where organisation = permesso.organisation()
  and received_at >= :from and received_at < :to
  and (received_at, agent, seq) > (:afterTime, :afterAgent, :afterSeq)
  and (:agent::uuid is null or agent = :agent)
  and (:type::text is null or type = :type)
  and (:verdict::text is null or verdict = :verdict)
  and (:tool::text is null or tool = :tool)
  and (:session::text is null or session = :session)
  and (:text::text is null or position(:text in line) > 0)
order by received_at, agent, seq
limit :most
