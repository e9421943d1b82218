-- Calls of a span by bar: all of them, and those that a filter lets through, by verdict. Bars are whole half hours.
select
  (floor(extract(epoch from period) * 1000 / :step) * :step)::float8 as at,
  verdict,
  sum("all")::float8 as "all",
  sum(matched)::float8 as matched
from (
  select period, verdict, count as "all",
    case when :agent::uuid is null
      and (:verdict::text is null or verdict = :verdict)
      and (:tool::text is null or tool = :tool)
      and (:project::uuid is null or project = :project)
      then count else 0 end as matched
  from entry_counts
  where organisation = permesso.organisation() and type = 'decision' and period >= :from and period < :to
  union all
  select c.period, c.verdict, 0, c.count
  from agent_counts c
  join agents g on g.organisation = c.organisation and g.id = c.agent
  where c.organisation = permesso.organisation() and c.agent = :agent and c.period >= :from and c.period < :to
    and (:verdict::text is null or c.verdict = :verdict)
    and (:tool::text is null or c.tool = :tool)
    and (:project::uuid is null or g.project = :project)
) counted
group by 1, 2
order by 1
