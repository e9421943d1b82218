-- What every agent of an organisation obeys beside its project's policy. It has versions, reviews and a rollout as a
-- project has them, and nothing else of a project: nobody enrols in it and no role is held in it.
alter table projects add column is_baseline boolean not null default false;
alter table projects drop constraint projects_name_check;
-- No project can be called so: the name that people see is the console's.
alter table projects add constraint projects_name_check
  check (case when is_baseline then name = '(baseline)' else name ~ '^[a-z0-9][a-z0-9-]{0,62}$' end);
alter table channels add column is_baseline boolean not null default false;
create unique index channels_baseline on channels (organisation) where is_baseline;
grant select (is_baseline) on channels to permesso_system;

create function permesso.refuse_baseline() returns trigger
language plpgsql set search_path = permesso
as $$
begin
  if exists (select from projects p where p.organisation = new.organisation and p.id = new.project and p.is_baseline) then
    -- As for a project that does not exist.
    raise exception 'the baseline of the organisation is no project' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

create trigger no_baseline before insert or update of project on roles
  for each row execute function permesso.refuse_baseline();
create trigger no_baseline before insert or update of project on group_roles
  for each row execute function permesso.refuse_baseline();
create trigger no_baseline before insert or update of project on enrolments
  for each row execute function permesso.refuse_baseline();
create trigger no_baseline before insert or update of project on agents
  for each row execute function permesso.refuse_baseline();

-- What a machine said that it holds of the baseline; null also from a client that knows none.
alter table machines add column baseline_version integer;

drop function permesso.machine_states(timestamptz, integer[]);
create function permesso.machine_states(silent_before timestamptz, newest integer[])
returns table (
  agent uuid, name text, project uuid, owner uuid, enrolled_at timestamptz, revoked_at timestamptz, frozen text,
  seen_at timestamptz, report jsonb, client text, policy_version integer, current integer, baseline_version integer,
  baseline integer, clock_ahead_ms bigint, log_seq bigint, states text[], rank integer
)
language sql stable
begin atomic
  select f.agent, f.name, f.project, f.owner, f.enrolled_at, f.revoked_at, f.frozen, f.seen_at, f.report, f.client,
    f.policy_version, f.current, f.baseline_version, f.baseline, f.clock_ahead_ms, f.log_seq, f.states,
    array_position(array['unprotected', 'diverging', 'silent', 'unproven', 'outdated', 'frozen', 'proven', 'revoked'],
      f.states[1])
  from (
    select a.id as agent, a.name, a.project, a.owner, a.enrolled_at, a.revoked_at,
      coalesce(a.frozen, p.frozen, o.frozen) as frozen, m.reported_at as seen_at, m.report, m.client,
      m.policy_version, c.current, m.baseline_version, b.current as baseline, m.clock_ahead_ms, m.log_seq,
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
          or (m.baseline_version is distinct from b.current
            and not (b.stage is not distinct from 'share' and m.baseline_version is not distinct from b.candidate))
        ) then 'outdated' end,
        case when coalesce(a.frozen, p.frozen, o.frozen) is not null then 'frozen' end,
        case when m.protection = 'proven' then 'proven' end
      ], null) end as states
    from permesso.agents a
    join permesso.projects p on p.organisation = a.organisation and p.id = a.project
    join permesso.organisations o on o.id = a.organisation
    left join permesso.machines m on m.organisation = a.organisation and m.agent = a.id
    left join permesso.channels c on c.organisation = a.organisation and c.project = a.project
    left join permesso.channels b on b.organisation = a.organisation and b.is_baseline
  ) f;
end;
