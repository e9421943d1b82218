select agent, seq::text as seq, (extract(epoch from received_at) * 1000000)::bigint::text as "receivedAt",
  (extract(epoch from at) * 1000000)::bigint::text as at, type, verdict, tool, session, line
from events
where organisation = permesso.organisation()
  -- Comparing a time with a date cannot use an index under row-level security: it is not leakproof.
  and received_at >= :day::date::timestamptz and received_at < (:day::date + 1)::timestamptz
  and (received_at, agent, seq) > (timestamptz 'epoch' + :afterAt::bigint * interval '1 microsecond', :afterAgent::uuid, :afterSeq::bigint)
-- By the columns, not by the texts above.
order by events.received_at, events.agent, events.seq
limit :most
