-- Each failure is reported once, and its end once: when the machine was well for ten minutes.
with bad as (
  select m.agent, w.what
  from permesso.machine_states(:silentBefore::timestamptz, array[0, 0, 0]) m
  cross join unnest(array['silent', 'unprotected']) as w (what)
  where w.what = any(m.states) and m.revoked_at is null
    -- A newly enrolled machine had no time to report.
    and (m.seen_at is not null or m.enrolled_at < :silentBefore::timestamptz)
),
fallen as (
  insert into machine_alerts (organisation, agent, what)
  select permesso.organisation(), agent, what from bad
  on conflict do nothing
  returning agent, what
),
again as (
  update machine_alerts a set well_since = null
  where a.well_since is not null and exists (select from bad where bad.agent = a.agent and bad.what = a.what)
),
well as (
  update machine_alerts a set well_since = now()
  where a.well_since is null and not exists (select from bad where bad.agent = a.agent and bad.what = a.what)
),
over as (
  delete from machine_alerts a
  where a.well_since < now() - interval '10 minutes'
    and not exists (select from bad where bad.agent = a.agent and bad.what = a.what)
  returning agent, what
)
select agent, what, 'fell' as event from fallen
union all
select o.agent, o.what, 'recovered' from over o join agents g on g.id = o.agent where g.revoked_at is null
