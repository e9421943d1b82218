-- Organisations can live in several databases, each of them a cell. An organisation is served where its row is and no departure of it.
create table departures (
  organisation uuid primary key,
  -- Where it goes, by the name that servers give that cell.
  cell text not null,
  -- The move that began it: another one may follow when that was given up.
  move uuid not null,
  began_at timestamptz not null default now(),
  -- Its rows are gone from here.
  moved_at timestamptz
);

alter table departures enable row level security;
alter table departures force row level security;
create policy own on departures for select to permesso_tenant, permesso_ingest using (organisation = permesso.organisation());
create policy any_one on departures for select to permesso_system using (true);
grant select on departures to permesso_tenant, permesso_ingest, permesso_system;

-- Moves organisations: reads, adds and removes the rows of the one that is said.
do $$
begin
  if not exists (select from pg_roles where rolname = 'permesso_mover') then
    begin
      create role permesso_mover nologin nobypassrls;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role(current_user, 'permesso_mover', 'MEMBER') then
    execute format('grant permesso_mover to %I', current_user);
  end if;
end
$$;

grant execute on function permesso.add_events_partition(date) to permesso_mover;

-- Held, shared, by every transaction of an organisation, and alone by the one that begins its departure: what began before is over
-- when the departure is seen.
create function permesso.traffic_lock(organisation uuid) returns bigint
language sql immutable
return hashtextextended('permesso traffic ' || organisation::text, 0);

-- Held by who moves it, in the session at the source and in the transaction at the target.
create function permesso.move_lock(organisation uuid) returns bigint
language sql immutable
return hashtextextended('permesso move ' || organisation::text, 0);

-- Begins a transaction as an organisation; refuses one that is leaving or has left.
create function permesso.enter(wanted uuid) returns void
language plpgsql
as $$
declare
  elsewhere text;
begin
  perform set_config('permesso.organisation', wanted::text, true);
  perform pg_advisory_xact_lock_shared(permesso.traffic_lock(wanted));
  -- After the lock, so that a departure that was waited for is seen.
  select d.cell into elsewhere from permesso.departures d where d.organisation = wanted;
  if found then
    raise exception 'the organisation lives in another cell, or is on its way' using errcode = 'PM001', detail = elsewhere;
  end if;
end
$$;

-- Organisations and people refer to each other: both arrive in one transaction, one of them first.
alter table organisations alter constraint organisations_id_review_off_by_fkey deferrable initially immediate;
