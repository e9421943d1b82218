-- Calls of a span by kind.
select verdict, tool, project::text as project, sum(count)::float8 as count
from (
  select verdict, tool, project, case when day between :wholeFrom::date and :wholeTo::date then count else (
    select coalesce(sum(each), 0)::bigint from unnest(half_hours[
      (case day when :firstDay::date then :fromHalf::integer else 1 end):(case day when :lastDay::date then :toHalf::integer else 48 end)
    ]) as each
  ) end as count
  from entry_counts
  where organisation = (select permesso.organisation()) and type = 'decision' and day between :firstDay::date and :lastDay::date
) counted
where count > 0
group by 1, 2, 3
