-- Reads owners and reports for the page's machines only.
with page as materialized (
  select m.*
  from permesso.machine_states(:silentBefore::timestamptz, :newest::integer[]) m
  where (:projects::uuid[] is null or m.project = any(:projects::uuid[]))
    and (:project::uuid is null or m.project = :project::uuid)
    and (:agent::uuid is null or m.agent = :agent::uuid)
    and (:state::text is null or :state::text = any(m.states))
    and (:find::text is null or position(lower(:find::text) in lower(m.name)) > 0
      or ((:administered::uuid[] is null or m.project = any(:administered::uuid[]))
        and m.owner in (select id from people where position(lower(:find::text) in email_key) > 0)))
    and (:afterRank::integer is null
      or (m.rank, m.name collate "C", m.agent) > (:afterRank::integer, :afterName::text collate "C", :afterAgent::uuid))
  order by m.rank, m.name collate "C", m.agent
  limit :most::integer
)
select m.agent, m.name, m.project, m.enrolled_at as "enrolledAt", m.revoked_at as "revokedAt", m.frozen,
  m.seen_at as "seenAt", m.report, m.client, m.policy_version as policy, m.current,
  m.baseline_version as "baselineHeld", m.baseline,
  m.clock_ahead_ms::float8 as "clockAheadMs", m.log_seq::float8 as "logSeq", m.states, m.rank,
  case when :administered::uuid[] is null or m.project = any(:administered::uuid[]) then p.email end as owner
from page m
join people p on p.id = m.owner
order by m.rank, m.name collate "C", m.agent
