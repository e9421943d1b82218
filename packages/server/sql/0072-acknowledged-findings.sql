-- Somebody has looked at a finding and says why it is no reason to worry any more.
alter table findings
  add column acknowledged_at timestamptz,
  add column acknowledged_by uuid,
  add column reason text,
  add foreign key (organisation, acknowledged_by) references people (organisation, id);

grant update (acknowledged_at, acknowledged_by, reason) on findings to permesso_tenant;

-- As before, without findings that were acknowledged. Every machine of the organisation with its states, the worst first. Silent is what did not report since `silent_before`;
-- `newest` is the version that clients should have.
create or replace function permesso.machine_states(silent_before timestamptz, newest integer[])
returns table (
  agent uuid, name text, project uuid, owner uuid, enrolled_at timestamptz, revoked_at timestamptz, frozen text,
  seen_at timestamptz, report jsonb, client text, policy_version integer, current integer, clock_ahead_ms bigint,
  log_seq bigint, states text[], rank integer
)
language sql stable
begin atomic
  select f.agent, f.name, f.project, f.owner, f.enrolled_at, f.revoked_at, f.frozen, f.seen_at, f.report, f.client,
    f.policy_version, f.current, f.clock_ahead_ms, f.log_seq, f.states,
    array_position(array['unprotected', 'diverging', 'silent', 'unproven', 'outdated', 'frozen', 'proven', 'revoked'],
      f.states[1])
  from (
    select a.id as agent, a.name, a.project, a.owner, a.enrolled_at, a.revoked_at,
      coalesce(a.frozen, p.frozen, o.frozen) as frozen, m.reported_at as seen_at, m.report, m.client,
      m.policy_version, c.current, m.clock_ahead_ms, m.log_seq,
      case when a.revoked_at is not null then array['revoked'] else array_remove(array[
        case when m.protection = 'unprotected' then 'unprotected' end,
        case when m.is_diverging or exists (
          select from permesso.findings d
          where d.organisation = a.organisation and d.agent = a.id and d.what <> 'understated'
            and d.acknowledged_at is null
        ) then 'diverging' end,
        case when m.reported_at is null or m.reported_at < machine_states.silent_before then 'silent' end,
        case when m.protection = 'unproven' then 'unproven' end,
        case when m.agent is not null and (
          string_to_array(substring(m.client from '^[0-9]+[.][0-9]+[.][0-9]+'), '.')::integer[] < machine_states.newest
          or (m.policy_version is distinct from c.current
            and not (c.stage is not distinct from 'share' and m.policy_version is not distinct from c.candidate))
        ) then 'outdated' end,
        case when coalesce(a.frozen, p.frozen, o.frozen) is not null then 'frozen' end,
        case when m.protection = 'proven' then 'proven' end
      ], null) end as states
    from permesso.agents a
    join permesso.projects p on p.organisation = a.organisation and p.id = a.project
    join permesso.organisations o on o.id = a.organisation
    left join permesso.machines m on m.organisation = a.organisation and m.agent = a.id
    left join permesso.channels c on c.organisation = a.organisation and c.project = a.project
  ) f;
end;
