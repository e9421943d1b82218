select agent, seq::double as seq, epoch_us(received_at)::double as "receivedAt", line
from read_parquet(:files)
where organisation = :organisation
  and received_at >= :from and received_at < :to and received_at >= :afterTime
  and (received_at, agent, seq) > (:afterTime, :afterAgent, :afterSeq)
  and (:agent is null or agent = :agent)
  and (:type is null or type = :type)
  and (:verdict is null or verdict = :verdict)
  and (:tool is null or tool = :tool)
  and (:session is null or session = :session)
  and (:text is null or contains(line, :text))
order by received_at, agent, seq
limit :most
