-- The previously active version, and what prevents reverting to it. Anything loosened since in the other layer, the baseline or a
-- project under it, was reviewed beside the currently active version.
select
  a.base as version,
  a.at + interval '24 hours' as until,
  case
    when a.review is null or b.review is null then 'this is the way back already'
    when not b.is_reviewed then 'two people never agreed to it'
    when a.at <= now() - interval '24 hours' then 'it was replaced more than 24 hours ago'
    when exists (
      select
      from policy_activations o
      join projects j on j.organisation = o.organisation and j.id = o.project
      where o.id > a.id and o.looser <> '[]' and j.is_baseline <> p.is_baseline
    ) then case when p.is_baseline then 'the policy of a project' else 'the baseline' end || ' was made looser since'
  end as objection
from channels c
join projects p on p.organisation = c.organisation and p.id = c.project
cross join lateral (
  select * from policy_activations where project = c.project and version = c.current order by id desc limit 1
) a
cross join lateral (
  select * from policy_activations where project = c.project and version = a.base and id < a.id order by id desc limit 1
) b
where c.project = :project
