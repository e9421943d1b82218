-- Grouped by state first: there are many machines, and few combinations of states.
select s.state, sum(m.machines)::integer as machines
from (
  select states, count(*) as machines
  from permesso.machine_states(:silentBefore::timestamptz, :newest::integer[])
  where (:projects::uuid[] is null or project = any(:projects::uuid[]))
    and (:project::uuid is null or project = :project::uuid)
  group by states
) m
cross join lateral unnest(m.states || array['total']) as s(state)
group by s.state
