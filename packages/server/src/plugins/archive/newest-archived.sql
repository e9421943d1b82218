select agent, seq::double as seq, epoch_us(received_at)::double as "receivedAt", line
from read_parquet(:files)
where organisation = :organisation
  and received_at >= :from and received_at <= :to
  and (received_at, agent, seq) < (:to, :agent, :seq)
  and (:verdict is null or verdict = :verdict)
  and (:type is null or type = :type)
  and (:tool is null or tool = :tool)
  and (:session is null or session = :session)
  and (:isAnyAgent = 1 or list_contains(:agents, agent))
  and len(list_filter(:words, lambda word: not contains(lower(line), word))) = 0
order by received_at desc, agent desc, seq desc
limit :most
