-- How new a server must be to work with this database, as the number of the newest migration that it knows. A migration raises it when
-- older servers would do something wrong beside newer ones, in its first line: select permesso.refuse_servers_before(NUMBER).
create table oldest_server (
  is_only boolean primary key default true check (is_only),
  knows integer not null
);
insert into oldest_server (knows) values (120);
alter table oldest_server enable row level security;
alter table oldest_server force row level security;
create policy any_one on oldest_server using (true);
grant select on oldest_server to permesso_tenant, permesso_ingest, permesso_system;

-- Held, shared, by every transaction of a server, and alone by a migration that refuses older servers: what an older one began is over
-- before anything is changed, and what it begins afterwards is refused.
create function permesso.schema_lock() returns bigint
language sql immutable
return hashtextextended('permesso schema', 0);

create function permesso.refuse_servers_before(migration integer) returns void
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(permesso.schema_lock());
  update permesso.oldest_server set knows = greatest(knows, migration);
end
$$;
revoke execute on function permesso.refuse_servers_before(integer) from public;

-- In a class of errors that servers before this migration answer with 503: agents keep what they have and come again.
create function permesso.refuse_server(knows integer, oldest integer) returns void
language plpgsql
as $$
begin
  raise exception 'this server is older than the database: it knows migration % and the database takes servers from % on', knows, oldest
    using errcode = '53PM1', detail = oldest, hint = 'Start the newer version of the server.';
end
$$;

-- Renamed, so that an older server's transaction that is entering while this runs fails: it has read the function of before.
alter table departures rename column cell to goes_to;

-- Begins a transaction as an organisation; refuses an organisation that is leaving or has left, and a server that is too old.
create function permesso.enter(wanted uuid, knows integer) returns void
language plpgsql
as $$
declare
  oldest integer;
  elsewhere text;
begin
  perform set_config('permesso.organisation', wanted::text, true),
    pg_advisory_xact_lock_shared(permesso.schema_lock()),
    pg_advisory_xact_lock_shared(permesso.traffic_lock(wanted));
  -- After the locks, so that a migration and a departure that were waited for are seen.
  select o.knows, d.goes_to into oldest, elsewhere
  from permesso.oldest_server o left join permesso.departures d on d.organisation = wanted;
  if oldest > enter.knows then
    perform permesso.refuse_server(enter.knows, oldest);
  end if;
  if elsewhere is not null then
    raise exception 'the organisation lives in another cell, or is on its way' using errcode = 'PM001', detail = elsewhere;
  end if;
end
$$;

-- Begins a transaction as no organisation.
create function permesso.enter_as_system(knows integer) returns void
language plpgsql
as $$
declare
  oldest integer;
begin
  perform set_config('permesso.organisation', '', true), pg_advisory_xact_lock_shared(permesso.schema_lock());
  select o.knows into oldest from permesso.oldest_server o;
  if oldest > enter_as_system.knows then
    perform permesso.refuse_server(enter_as_system.knows, oldest);
  end if;
end
$$;

-- Servers that do not say what they know are older than all that do.
create or replace function permesso.enter(wanted uuid) returns void
language plpgsql
as $$
begin
  perform permesso.refuse_server(0, (select o.knows from permesso.oldest_server o));
end
$$;
