-- How long people took to answer, per step of a span, and (without a step) for its first and second half.
select
  case when grouping(step) = 0 then step end::float8 as at,
  half as "isNow",
  (percentile_cont(0.5) within group (order by waited) * 1000)::float8 as "medianMs"
from (
  select
    floor(extract(epoch from asked_at) * 1000 / :step) * :step as step,
    asked_at >= :middle as half,
    extract(epoch from settled_at - asked_at) as waited
  from approvals
  where asked_at >= :from and asked_at < :to and state in ('approved', 'consumed', 'denied')
) answered
group by grouping sets ((half, step), (half))
