-- One organisation's figures for operators. Whole seconds; null if there is nothing to measure.
select
  (select name from organisations where id = permesso.organisation()) as organisation,
  a.open, a.oldest as "oldestOpenSeconds", t.half as "answerHalf", t.most as "answerMost",
  d.waiting as "deliveriesWaiting", d.dead as "deliveriesDead", d.oldest as "oldestDeliverySeconds",
  s.behind as "streamsBehind", s.failing as "streamsFailing",
  (select extract(epoch from now() - min(received_at))::int from batches where leaf is null) as "unsealedSeconds",
  (select extract(epoch from now() - max(at::timestamptz))::int from checkpoints) as "checkpointSeconds",
  (select extract(epoch from now() - min(issued_at))::int from channels where serial > 0) as "bundleSeconds",
  (select count(*)::int from archived_days where written_at is null) as "unwrittenDays",
  (select count(*)::int from findings where acknowledged_at is null) as "findingsOpen",
  (select count(*)::int from pending_acts where state = 'waiting' and expires_at > now()) as "pendingActs",
  (select extract(epoch from min(expires_at) - now())::int from scim_tokens k where permesso.scim_token_counts(k)) as "scimTokenSeconds",
  -- Tokens of jobs last for minutes and are reissued.
  (
    select extract(epoch from min(expires_at) - now())::int from api_tokens
    where revoked_at is null and expires_at > now() and expires_at - created_at > interval '1 day'
  ) as "apiTokenSeconds",
  (
    select extract(epoch from min(expires_at) - now())::int from enrolments
    where owner is null and revoked_at is null and expires_at > now() and permesso.tokens_count(lineage)
  ) as "fleetTokenSeconds",
  (
    select coalesce(json_object_agg(state, machines), '{}')
    from (
      select state, count(*)::int as machines
      from permesso.machine_states(:silentBefore::timestamptz, :newest::integer[]) m cross join unnest(m.states) as state
      where m.revoked_at is null
      group by state
    ) counted
  ) as machines
from
  (
    select count(*)::int as open, extract(epoch from now() - min(asked_at))::int as oldest
    from approvals where state = 'pending'
  ) a,
  (
    select percentile_cont(0.5) within group (order by extract(epoch from settled_at - asked_at)) as half,
      percentile_cont(0.95) within group (order by extract(epoch from settled_at - asked_at)) as most
    from approvals
    where state in ('approved', 'denied', 'consumed') and settled_at > now() - interval '1 hour'
  ) t,
  (
    select count(*) filter (where state = 'waiting')::int as waiting,
      -- Failed deliveries stay until somebody retries or their request is removed.
      count(*) filter (where state = 'dead' and tried_at > now() - interval '1 hour')::int as dead,
      extract(epoch from now() - min(due_at) filter (where state = 'waiting' and not is_held))::int as oldest
    from deliveries
  ) d,
  (
    select coalesce(max(
      (select count(*) from batches b where b.leaf >= s.leaf) + (select count(*) from admin_records r where r.leaf >= s.leaf)
    ), 0)::int as behind, count(*) filter (where s.attempts > 0)::int as failing
    from streams s
  ) s
