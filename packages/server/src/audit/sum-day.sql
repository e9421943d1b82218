-- Days are summed in order, whichever server does it. A day that a late batch was added to is summed again, with those after it.
with next as (
  update summed_days s set until = :day::date
  where s.organisation = permesso.organisation() and s.until < :day::date and not exists (
    select from agent_counts c where c.organisation = s.organisation and c.day > s.until and c.day < :day::date
  )
  returning organisation, until
)
insert into agent_months as known (organisation, month, agent, verdict, tool, sums)
select organisation, date_trunc('month', c.day), c.agent, c.verdict, c.tool, array_fill(0::bigint, array[extract(day from c.day)::integer - 1]) || c.count
from next n
join agent_counts c using (organisation)
where c.day = :day::date
order by c.agent, c.verdict, c.tool
on conflict (organisation, month, agent, verdict, tool) do update set sums = (
  select known.sums[1:before.days] || array_fill(before.sum, array[cardinality(excluded.sums) - 1 - before.days])
    || before.sum + excluded.sums[cardinality(excluded.sums)]
  from (
    select days, coalesce(known.sums[days], 0) as sum
    from (select least(cardinality(known.sums), cardinality(excluded.sums) - 1) as days) d
  ) before
)
