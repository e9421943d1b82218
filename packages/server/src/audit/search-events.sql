select agent, seq::float8 as seq, received_at as "receivedAt", line
from events
where organisation = permesso.organisation()
  and received_at >= $1 and received_at < $2
  and (received_at, agent, seq) > ($3, $4, $5)
  and ($6::uuid is null or agent = $6)
  and ($7::text is null or type = $7)
  and ($8::text is null or verdict = $8)
  and ($9::text is null or tool = $9)
  and ($10::text is null or session = $10)
  and ($11::text is null or position($11 in line) > 0)
order by received_at, agent, seq
limit $12
