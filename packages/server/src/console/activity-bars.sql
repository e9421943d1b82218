-- Calls of a span by bar: all of them, and those that a filter lets through, by verdict.
select
  (floor(extract(epoch from e.received_at) * 1000 / :step) * :step)::float8 as at,
  coalesce(e.verdict, '') as verdict,
  count(*)::int as "all",
  count(*) filter (
    where (:verdict::text is null or e.verdict = :verdict)
      and (:tool::text is null or e.tool = :tool)
      and (:agent::uuid is null or e.agent = :agent)
      and (:project::uuid is null or g.project = :project)
  )::int as matched
from events e
left join agents g on g.organisation = e.organisation and g.id = e.agent
where e.organisation = permesso.organisation()
  and e.type = 'decision'
  and e.received_at >= :from and e.received_at < :to
group by 1, 2
order by 1
