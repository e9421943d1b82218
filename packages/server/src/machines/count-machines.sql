select s.state, count(*)::integer as machines
from permesso.machine_states(:silentBefore::timestamptz, :newest::integer[]) m
cross join lateral unnest(m.states || array['total']) as s(state)
where (:projects::uuid[] is null or m.project = any(:projects::uuid[]))
  and (:project::uuid is null or m.project = :project::uuid)
group by s.state
