-- How far an agent's chain has been received. Batches of one agent come one after the other under its lock, so an
-- entry is stored once however often it is sent.
create table agent_heads (
  organisation uuid not null,
  agent uuid not null,
  seq bigint not null,
  hash text not null,
  primary key (organisation, agent),
  foreign key (organisation, agent) references agents
);

-- One row for each entry, in partitions by the day of receipt. They are written by COPY, and dropped whole.
create table events (
  organisation uuid not null,
  agent uuid not null,
  seq bigint not null,
  received_at timestamptz not null,
  -- When it happened, as the agent's clock says; null where that is no time.
  at timestamptz,
  type text not null,
  verdict text,
  tool text,
  session text,
  -- The line as the agent wrote it: its hash is over exactly these bytes.
  line text not null
) partition by range (received_at);

create index on events (organisation, received_at);

-- A run of entries as it came. Becomes a leaf of the organisation's log.
create table batches (
  organisation uuid not null,
  id bigint generated always as identity,
  agent uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  prev text not null,
  hash text not null,
  received_at timestamptz not null default now(),
  leaf bigint,
  primary key (organisation, id),
  foreign key (organisation, agent) references agents
);

create index batches_waiting on batches (organisation, id) where leaf is null;
create unique index batches_leaf on batches (organisation, leaf) where leaf is not null;
create index batches_of_agent on batches (organisation, agent, first_seq);

-- What is wrong with a chain. Found once, kept.
create table findings (
  organisation uuid not null,
  id bigint generated always as identity,
  agent uuid not null,
  what text not null check (what in ('gap', 'unlinked', 'changed', 'foreign', 'forked')),
  first_seq bigint,
  last_seq bigint,
  found_at timestamptz not null default now(),
  primary key (organisation, id),
  foreign key (organisation, agent) references agents
);

-- Complete nodes of the Merkle tree; level 0 are the leaves.
create table log_nodes (
  organisation uuid not null references organisations,
  level smallint not null,
  index bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (organisation, level, index)
);

create table checkpoints (
  organisation uuid not null references organisations,
  size bigint not null,
  root text not null,
  at text not null,
  signature text not null,
  primary key (organisation, size)
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['agent_heads', 'events', 'batches', 'findings', 'log_nodes', 'checkpoints'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant, permesso_ingest
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

create policy any_one on batches for select to permesso_system using (true);

grant select, insert, update on agent_heads to permesso_ingest;
grant insert on batches, findings to permesso_ingest;

grant select on agent_heads, events, findings to permesso_tenant;
grant select, update (leaf) on batches to permesso_tenant;
grant select, insert on log_nodes, checkpoints to permesso_tenant;

grant select (organisation, leaf) on batches to permesso_system;

-- COPY cannot write through row-level security, so it writes to a partition. No role but this one may touch those, and
-- it can only add.
create function permesso.add_events_partition(day date) returns boolean
language plpgsql security definer set search_path = permesso
as $$
declare
  partition_name text := 'events_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass('permesso.' || partition_name) is not null then
    return false;
  end if;
  execute format('create table %I partition of events for values from (%L) to (%L)', partition_name,
    day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
  execute format('grant insert on %I to permesso_ingest', partition_name);
  return true;
end
$$;

-- Returns the partitions that were dropped.
create function permesso.drop_events_before(day date) returns setof text
language plpgsql security definer set search_path = permesso
as $$
declare
  old text;
begin
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'permesso.events'::regclass and c.relname < 'events_' || to_char(day, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('drop table %I', old);
    return next old;
  end loop;
end
$$;

revoke execute on function permesso.add_events_partition(date), permesso.drop_events_before(date) from public;
grant execute on function permesso.add_events_partition(date), permesso.drop_events_before(date) to permesso_system;
