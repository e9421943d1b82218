-- Machines that people were told of, until they were told that it is over.
create table machine_alerts (
  organisation uuid not null,
  agent uuid not null,
  what text not null check (what in ('silent', 'unprotected')),
  fell_at timestamptz not null default now(),
  -- A machine that is well for a moment has not recovered yet.
  well_since timestamptz,
  primary key (organisation, agent, what),
  foreign key (organisation, agent) references agents
);

-- What happened to machines within one look: one message, however many they are.
create table machine_notices (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default now(),
  changes jsonb not null,
  primary key (organisation, id)
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['machine_alerts', 'machine_notices'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

grant select, insert, update, delete on machine_alerts to permesso_tenant;
grant select, insert, delete on machine_notices to permesso_tenant;

-- A delivery is about an approval request or about machines.
alter table deliveries alter column approval drop not null;
alter table deliveries add column notice uuid;
alter table deliveries add foreign key (organisation, notice) references machine_notices on delete cascade;
alter table deliveries add constraint deliveries_about check (num_nonnulls(approval, notice) = 1);
create index deliveries_of_notice on deliveries (organisation, notice) where notice is not null;

alter table hooks add column about text not null default 'everything'
  check (about in ('everything', 'approvals', 'machines'));
