select e.agent, e.seq::float8 as seq, e.received_at as "receivedAt", e.line
from batches b
join events e on e.organisation = b.organisation and e.received_at = b.received_at and e.agent = b.agent
  and e.seq between b.first_seq and b.last_seq
where b.organisation = permesso.organisation() and b.id = any(:ids::bigint[]) and e.type = 'answer'
