select
  count(*)::int as asked,
  count(*) filter (where state = 'pending')::int as pending,
  count(*) filter (where state in ('approved', 'consumed'))::int as approved,
  count(*) filter (where state = 'denied')::int as denied,
  count(*) filter (where state = 'expired')::int as expired,
  (percentile_cont(0.5) within group (order by extract(epoch from settled_at - asked_at))
    filter (where state in ('approved', 'consumed', 'denied')))::float8 as "medianSeconds",
  (percentile_cont(0.95) within group (order by extract(epoch from settled_at - asked_at))
    filter (where state in ('approved', 'consumed', 'denied')))::float8 as "p95Seconds"
from approvals
where asked_at > now() - make_interval(days => :days) and (:projects::uuid[] is null or project = any(:projects))
