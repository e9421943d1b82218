insert into machines (organisation, agent, report, protection, client, policy_version, baseline_version, log_seq, is_diverging, clock_ahead_ms)
select permesso.organisation(), r.agent, r.report, r.protection, r.report ->> 'client',
  (r.report -> 'policy' ->> 'version')::integer, (r.report -> 'baseline' ->> 'version')::integer,
  (r.report -> 'log' ->> 'seq')::bigint, r."isDiverging",
  r."clockAheadMs"
from jsonb_to_recordset(:rows::text::jsonb)
  as r(agent uuid, report jsonb, protection text, "isDiverging" boolean, "clockAheadMs" bigint)
on conflict (organisation, agent) do update
set reported_at = now(), report = excluded.report, protection = excluded.protection, client = excluded.client,
  policy_version = excluded.policy_version, baseline_version = excluded.baseline_version, log_seq = excluded.log_seq, is_diverging = excluded.is_diverging,
  clock_ahead_ms = excluded.clock_ahead_ms
