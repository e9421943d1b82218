-- The agents with the most calls of a span that a filter lets through.
select g.id as name, g.name as title, c.count
from (
  select agent, sum(count)::float8 as count
  from (
    select agent, case when day between :wholeFrom::date and :wholeTo::date then count else (
      select coalesce(sum(each), 0)::bigint from unnest(half_hours[
        (case day when :firstDay::date then :fromHalf::integer else 1 end):(case day when :lastDay::date then :toHalf::integer else 48 end)
      ]) as each
    ) end as count
    from agent_counts
    where organisation = permesso.organisation() and day between :firstDay::date and :lastDay::date
      and (:verdict::text is null or verdict = :verdict)
      and (:tool::text is null or tool = :tool)
  ) counted
  where count > 0
  group by 1
) c
join agents g on g.organisation = permesso.organisation() and g.id = c.agent
where :project::uuid is null or g.project = :project
order by c.count desc
limit 100
