select type, nullif(verdict, '') as verdict, sum(count)::float8 as count
from (
  select type, verdict, case when day >= :wholeFrom::date then count else (
    select coalesce(sum(each), 0)::bigint from unnest(half_hours[(:fromHalf::integer):48]) as each
  ) end as count
  from entry_counts
  where organisation = (select permesso.organisation()) and day >= :firstDay::date
) counted
where count > 0
group by 1, 2
order by count desc
