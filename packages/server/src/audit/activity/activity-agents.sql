-- The agents with the most matching calls in a span: past whole days from the sums, other days from their counts. The other days are
-- listed, so that no further ones are read, and only the agents shown are looked up.
with summed as materialized (
  select greatest(:wholeFrom::date, since) as first, least(:wholeTo::date, until) as last
  from summed_days
  where organisation = (select permesso.organisation())
),
counted as materialized (
  select agent, sum(count::float8) as count
  from (
    select m.agent,
      m.sums[least(cardinality(m.sums), least(s.last - m.month, 30) + 1)]
        - coalesce(m.sums[least(cardinality(m.sums), s.first - m.month)], 0) as count
    from summed s
    join agent_months m on m.organisation = (select permesso.organisation())
      and m.month between date_trunc('month', s.first)::date and s.last
    where s.first <= s.last
      and (:verdict::text is null or m.verdict = :verdict)
      and (:tool::text is null or m.tool = :tool)
    union all
    select agent, case when day between :wholeFrom::date and :wholeTo::date then count else (
      select coalesce(sum(each), 0)::bigint from unnest(half_hours[
        (case day when :firstDay::date then :fromHalf::integer else 1 end):(case day when :lastDay::date then :toHalf::integer else 48 end)
      ]) as each
    ) end
    from agent_counts
    where organisation = (select permesso.organisation())
      and day = any(array(
        select each_day::date
        from generate_series(:firstDay::date, :lastDay::date, interval '1 day') as each_day
        where not exists (select from summed s where each_day between s.first and s.last)
      ))
      and (:verdict::text is null or verdict = :verdict)
      and (:tool::text is null or tool = :tool)
  ) each_count
  group by agent
)
select g.id as name, g.name as title, c.count
from (
  select agent, count
  from counted
  where count > 0 and (:project::uuid is null or agent in (select id from agents where project = :project))
  order by count desc
  limit 100
) c
join agents g on g.organisation = (select permesso.organisation()) and g.id = c.agent
order by c.count desc
