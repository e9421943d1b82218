-- Nothing of what is under a legal hold is dropped by retention: of an organisation, or of one project.
create table legal_holds (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  -- The whole organisation when null.
  project uuid,
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null default now(),
  ended_by uuid,
  ended_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, set_by) references people,
  foreign key (organisation, ended_by) references people
);

create unique index legal_holds_open on legal_holds (organisation, project) nulls not distinct where ended_at is null;

alter table legal_holds enable row level security;
alter table legal_holds force row level security;
create policy own on legal_holds to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
-- For what drops partitions, which runs as the owner, and for timers.
create policy any_one on legal_holds for select using (current_user not in ('permesso_tenant', 'permesso_ingest'));
grant select, insert, update (ended_by, ended_at) on legal_holds to permesso_tenant;
grant select (organisation, project, ended_at) on legal_holds to permesso_system;

-- Partitions hold the entries of all organisations: those of others are dropped when they are due, those under hold stay.
-- Returns the partitions that were dropped.
create or replace function permesso.drop_events_before(day date) returns setof text
language plpgsql security definer set search_path = permesso
as $$
declare
  old text;
  held uuid[] := array(select distinct organisation from legal_holds where ended_at is null);
  is_held boolean;
begin
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'permesso.events'::regclass and c.relname < 'events_' || to_char(day, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('select exists (select from %I where organisation = any($1))', old) into is_held using held;
    if is_held then
      execute format('delete from %I where not organisation = any($1)', old) using held;
    else
      execute format('drop table %I', old);
      return next old;
    end if;
  end loop;
end
$$;

-- A person whose name and address are gone. What they did stays, by an identifier that says nothing.
alter table people add column erased_at timestamptz;

-- Acts cannot be changed, but for this: an address that stands in one becomes a pseudonym.
create policy erasing on acts using (current_user not in ('permesso_tenant', 'permesso_ingest', 'permesso_system')
  and organisation = permesso.organisation());

create function permesso.erase_from_acts(texts text[], pseudonym text) returns void
language sql security definer set search_path = permesso
as $$
  update acts set detail = (
    select jsonb_object_agg(d.key, case when lower(d.value #>> '{}') = any(erase_from_acts.texts)
      then to_jsonb(erase_from_acts.pseudonym) else d.value end)
    from jsonb_each(detail) d
  )
  where organisation = permesso.organisation() and exists (
    select from jsonb_each_text(detail) d where lower(d.value) = any(erase_from_acts.texts)
  )
$$;

revoke execute on function permesso.erase_from_acts(text[], text) from public;
grant execute on function permesso.erase_from_acts(text[], text) to permesso_tenant;

-- For what drops counts: whose they are.
grant select (organisation) on entry_counts, agent_counts to permesso_system;
