-- Calls of one agent in a span by kind. Days are listed so that each is found by its key.
select verdict, tool, project::text as project, sum(count)::float8 as count
from (
  select c.verdict, c.tool, g.project, case when day between :wholeFrom::date and :wholeTo::date then count else (
    select coalesce(sum(each), 0)::bigint from unnest(half_hours[
      (case day when :firstDay::date then :fromHalf::integer else 1 end):(case day when :lastDay::date then :toHalf::integer else 48 end)
    ]) as each
  ) end as count
  from generate_series(:firstDay::date, :lastDay::date, interval '1 day') as each_day
  join agent_counts c on c.organisation = (select permesso.organisation()) and c.day = each_day::date and c.agent = :agent
  join agents g on g.organisation = c.organisation and g.id = c.agent
) counted
where count > 0
group by 1, 2, 3
