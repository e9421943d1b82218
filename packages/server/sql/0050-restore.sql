-- Which database this is: another one after a restore, no matter by which program it was restored.
create function permesso.home() returns text
language sql stable
return (
  select concat_ws('/', c.system_identifier, d.oid, n.oid)
  from pg_control_system() c, pg_database d, pg_namespace n
  where d.datname = current_database() and n.nspname = 'permesso'
);

-- Where the rows of an organisation were last known to be whole. Elsewhere they come from a backup: what happened after it
-- is unknown here.
alter table organisations add column home text not null default permesso.home();
alter table organisations add column restored_at timestamptz;
grant update (home, restored_at) on organisations to permesso_tenant;

-- Reads every row and changes none, for pg_dump. Row-level security is forced, so not even the owner sees them all.
do $$
begin
  if not exists (select from pg_roles where rolname = 'permesso_backup') then
    begin
      create role permesso_backup nologin nobypassrls;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role(current_user, 'permesso_backup', 'MEMBER') then
    execute format('grant permesso_backup to %I', current_user);
  end if;
end
$$;

create or replace function permesso.add_events_partition(day date) returns boolean
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
  execute format('grant select on %I to permesso_backup', partition_name);
  return true;
exception when duplicate_table or unique_violation then
  return false;
end
$$;
