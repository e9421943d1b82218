-- Days whose entries are kept as Parquet files, outside of the database.
create table archived_days (
  organisation uuid not null references organisations,
  day date not null,
  -- A server that writes moves it ahead; one that was killed is followed when it is over.
  claimed_until timestamptz not null,
  -- All of its files are there.
  written_at timestamptz,
  entries bigint,
  first_at timestamptz,
  -- The last leaf of the log with entries of this day: who follows the log has to be behind it.
  last_leaf bigint,
  -- From here on it is read from its files; its partition is dropped a while later.
  left_at timestamptz,
  -- Retention has deleted the files.
  removed_at timestamptz,
  primary key (organisation, day)
);

-- Where one file ends the next begins, in the order that entries are read in.
create table archived_files (
  organisation uuid not null,
  day date not null,
  part integer not null check (part >= 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  entries bigint not null check (entries > 0),
  bytes bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_agent uuid not null,
  last_seq bigint not null,
  -- Its place in the organisation's log, which holds the digest.
  leaf bigint,
  primary key (organisation, day, part),
  foreign key (organisation, day) references archived_days
);

create index archived_files_waiting on archived_files (organisation) where leaf is null;

do $$
declare
  each_table text;
begin
  foreach each_table in array array['archived_days', 'archived_files'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
    execute format('create policy any_one on %I for select to permesso_system using (true)', each_table);
  end loop;
end
$$;

grant select, insert on archived_days, archived_files to permesso_tenant;
grant update (claimed_until, written_at, entries, first_at, last_leaf, left_at, removed_at) on archived_days to permesso_tenant;
grant update (leaf) on archived_files to permesso_tenant;
grant select (organisation, day, written_at, left_at, removed_at) on archived_days to permesso_system;
grant select (organisation, leaf) on archived_files to permesso_system;

-- The last leaf of a day is found without reading every batch: batches come in the order of time.
create index batches_received on batches using brin (received_at) with (pages_per_range = 32);

-- Nobody can add to a closed day, whatever a clock says: what is written to a file is all of it. Waits for those that are
-- adding. Returns every closed day that is in the database.
create function permesso.close_events_before(before date) returns setof date
language plpgsql security definer set search_path = permesso
as $$
declare
  old record;
begin
  for old in
    select c.relname as name, to_date(substr(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'permesso.events'::regclass and c.relname < 'events_' || to_char(before, 'YYYYMMDD')
    order by c.relname
  loop
    if has_table_privilege('permesso_ingest', 'permesso.' || old.name, 'insert') then
      execute format('lock table %I in share row exclusive mode', old.name);
      execute format('revoke insert on %I from permesso_ingest', old.name);
    end if;
    return next old.day;
  end loop;
end
$$;

-- Drops a closed day if it holds entries of these organisations only: they read them from files.
create function permesso.drop_archived_events(day date, organisations uuid[]) returns boolean
language plpgsql security definer set search_path = permesso
as $$
declare
  partition_name text := 'events_' || to_char(day, 'YYYYMMDD');
  other uuid;
  after uuid := '00000000-0000-0000-0000-000000000000';
begin
  if to_regclass('permesso.' || partition_name) is null
    or has_table_privilege('permesso_ingest', 'permesso.' || partition_name, 'insert') then
    return false;
  end if;
  -- From one organisation to the next by the index: a day may have many entries and has few organisations.
  loop
    execute format('select organisation from %I where organisation > $1 order by organisation limit 1', partition_name)
      into other using after;
    exit when other is null;
    if not other = any (organisations) then
      return false;
    end if;
    after := other;
  end loop;
  execute format('drop table %I', partition_name);
  return true;
end
$$;

revoke execute on function permesso.close_events_before(date), permesso.drop_archived_events(date, uuid[]) from public;
grant execute on function permesso.close_events_before(date), permesso.drop_archived_events(date, uuid[]) to permesso_system;
