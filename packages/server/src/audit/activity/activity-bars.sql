-- Calls of a span by bar and verdict: all of them, and those that match a filter. Bars are whole half hours, or whole days.
select
  (floor(extract(epoch from at) * 1000 / :step) * :step)::float8 as at,
  verdict,
  sum("all")::float8 as "all",
  sum(matched)::float8 as matched
from (
  select counted.at, c.verdict, counted.count as "all",
    case when :agent::uuid is null
      and (:verdict::text is null or c.verdict = :verdict)
      and (:tool::text is null or c.tool = :tool)
      and (:project::uuid is null or c.project = :project)
      then counted.count else 0 end as matched
  from entry_counts c
  cross join lateral (
    select c.day::timestamptz as at, c.count where :inDays
    union all
    select c.day + (half - 1) * interval '30 minutes', c.half_hours[half]
    from generate_subscripts(c.half_hours, 1) as half
    where not :inDays and c.half_hours[half] > 0
  ) counted
  where c.organisation = (select permesso.organisation()) and c.type = 'decision' and c.day between :firstDay::date and :lastDay::date
  union all
  select counted.at, c.verdict, 0, counted.count
  from generate_series(:firstDay::date, :lastDay::date, interval '1 day') as each_day
  join agent_counts c on c.organisation = (select permesso.organisation()) and c.day = each_day::date and c.agent = :agent
  join agents g on g.organisation = c.organisation and g.id = c.agent
  cross join lateral (
    select c.day::timestamptz as at, c.count where :inDays
    union all
    select c.day + (half - 1) * interval '30 minutes', c.half_hours[half]
    from generate_subscripts(c.half_hours, 1) as half
    where not :inDays and c.half_hours[half] > 0
  ) counted
  where (:verdict::text is null or c.verdict = :verdict)
    and (:tool::text is null or c.tool = :tool)
    and (:project::uuid is null or g.project = :project)
) counted
where at >= :from and at < :to
group by 1, 2
order by 1
