-- The agents with the most calls of a span that a filter lets through. Added up before agents are looked at: the planner knows
-- little of how many there are, and would add up once for each.
with counted as materialized (
  select agent, sum(case when day between :wholeFrom::date and :wholeTo::date then count else (
    select coalesce(sum(each), 0)::bigint from unnest(half_hours[
      (case day when :firstDay::date then :fromHalf::integer else 1 end):(case day when :lastDay::date then :toHalf::integer else 48 end)
    ]) as each
  ) end)::float8 as count
  from agent_counts
  where organisation = (select permesso.organisation()) and day between :firstDay::date and :lastDay::date
    and (:verdict::text is null or verdict = :verdict)
    and (:tool::text is null or tool = :tool)
  group by 1
)
select g.id as name, g.name as title, c.count
from counted c
join agents g on g.organisation = (select permesso.organisation()) and g.id = c.agent
where c.count > 0 and (:project::uuid is null or g.project = :project)
order by c.count desc
limit 100
