select b.leaf::float8 as leaf, e.seq::float8 as seq, e.line
from batches b
join events e on e.organisation = b.organisation and e.received_at = b.received_at and e.agent = b.agent
  and e.seq between b.first_seq and b.last_seq
where b.organisation = permesso.organisation() and b.leaf between :from and :last
order by b.leaf, e.seq
