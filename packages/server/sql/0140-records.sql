-- What people did, as leaves of the log: each act and each vote is written down once more when it is made, and its hash becomes a
-- leaf of the organisation's Merkle log. A row that is changed later differs from its record, and a record that is changed from its leaf.
create table admin_records (
  organisation uuid not null references organisations,
  id bigint generated always as identity,
  kind text not null check (kind in ('act', 'vote', 'team-grant-vote', 'erasure')),
  -- Of the row that it is about.
  key text not null,
  line text not null,
  -- Of a vote: the call that was answered. An answer that a machine reports is held against these.
  agent uuid,
  call_key text,
  person uuid,
  verdict text,
  at timestamptz not null default now(),
  leaf bigint,
  primary key (organisation, id)
);

create index admin_records_waiting on admin_records (organisation, id) where leaf is null;
create unique index admin_records_leaf on admin_records (organisation, leaf) where leaf is not null;
create index admin_records_answered on admin_records (organisation, agent, call_key) where kind = 'vote';
create index admin_records_key on admin_records (organisation, kind, key);

alter table admin_records enable row level security;
alter table admin_records force row level security;
create policy own on admin_records to permesso_tenant, permesso_ingest
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
create policy any_one on admin_records for select to permesso_system using (true);
grant select, insert, update (leaf) on admin_records to permesso_tenant;
grant select (organisation, leaf) on admin_records to permesso_system;

-- The same text for the same row, whatever the time zone of who asks.
create function permesso.record_of(acts) returns jsonb language sql stable set timezone = 'UTC' as $$
  select to_jsonb($1)
$$;
-- What somebody wrote in an answer leaves with the approval; its hash stays.
create function permesso.record_of(votes) returns jsonb language sql stable set timezone = 'UTC' as $$
  select to_jsonb($1) || jsonb_build_object('answer', encode(sha256(convert_to(($1).answer::text, 'UTF8')), 'hex'))
$$;
create function permesso.record_of(team_grant_votes) returns jsonb language sql stable set timezone = 'UTC' as $$
  select to_jsonb($1)
$$;

create function permesso.key_of(kind text, record jsonb) returns text language sql immutable as $$
  select case kind when 'act' then record ->> 'id' when 'vote' then (record ->> 'approval') || ' ' || (record ->> 'person')
    else (record ->> 'team_grant') || ' ' || (record ->> 'person') end
$$;

create function permesso.record_row() returns trigger language plpgsql set search_path = permesso as $$
declare
  record jsonb := permesso.record_of(new);
begin
  -- An organisation that moves here brings its records.
  if current_user = 'permesso_mover' then
    return null;
  end if;
  insert into admin_records (organisation, kind, key, line, agent, call_key, person, verdict)
  select new.organisation, tg_argv[0], permesso.key_of(tg_argv[0], record), record::text,
    a.agent, a.call_key, (record ->> 'person')::uuid, record ->> 'verdict'
  from (select) one
  left join approvals a on tg_argv[0] = 'vote' and a.organisation = new.organisation and a.id = (record ->> 'approval')::uuid;
  return null;
end
$$;

create trigger recorded after insert on acts for each row execute function permesso.record_row('act');
create trigger recorded after insert on votes for each row execute function permesso.record_row('vote');
create trigger recorded after insert on team_grant_votes for each row execute function permesso.record_row('team-grant-vote');

-- What was done before this migration.
alter table admin_records no force row level security;
alter table acts no force row level security;
alter table votes no force row level security;
alter table team_grant_votes no force row level security;
alter table approvals no force row level security;
insert into admin_records (organisation, kind, key, line, agent, call_key, person, verdict)
select made.organisation, made.kind, permesso.key_of(made.kind, record), record::text,
  a.agent, a.call_key, (record ->> 'person')::uuid, record ->> 'verdict'
from (
  select organisation, 'act' as kind, at, permesso.record_of(a) as record from acts a
  union all
  select organisation, 'vote', at, permesso.record_of(v) from votes v
  union all
  select organisation, 'team-grant-vote', at, permesso.record_of(g) from team_grant_votes g
) made
left join approvals a on made.kind = 'vote' and a.organisation = made.organisation and a.id = (record ->> 'approval')::uuid
order by made.at;
alter table approvals force row level security;
alter table admin_records force row level security;
alter table acts force row level security;
alter table votes force row level security;
alter table team_grant_votes force row level security;

create policy erasing on admin_records using (current_user not in ('permesso_tenant', 'permesso_ingest', 'permesso_system')
  and organisation = permesso.organisation());

-- An address that becomes a pseudonym changes the record too. That it did, and what it is since, is a record of its own.
create or replace function permesso.erase_from_acts(texts text[], pseudonym text) returns void
language sql security definer set search_path = permesso
as $$
  with erased as (
    update acts set detail = (
      select jsonb_object_agg(d.key, case when lower(d.value #>> '{}') = any(erase_from_acts.texts)
        then to_jsonb(erase_from_acts.pseudonym) else d.value end)
      from jsonb_each(detail) d
    )
    where organisation = permesso.organisation() and exists (
      select from jsonb_each_text(detail) d where lower(d.value) = any(erase_from_acts.texts)
    )
    returning acts.*
  ),
  rewritten as (
    update admin_records r set line = permesso.record_of(row(e.*)::acts)::text
    from erased e
    where r.organisation = e.organisation and r.kind = 'act' and r.key = e.id::text
    returning r.organisation, r.key, r.line
  )
  insert into admin_records (organisation, kind, key, line)
  select organisation, 'erasure', key,
    jsonb_build_object('act', key, 'line', encode(sha256(convert_to(line, 'UTF8')), 'hex'))::text
  from rewritten
$$;
