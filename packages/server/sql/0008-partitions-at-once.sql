-- Two servers may make room for the same day at the same moment: the second finds it made.
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
  return true;
exception when duplicate_table or unique_violation then
  return false;
end
$$;
