-- Entries that are pushed to somebody's own store, in the order of the organisation's log.
create table streams (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('otlp', 'syslog', 'splunk', 's3')),
  sealed_target bytea not null,
  -- Where it leads, as far as people are told.
  host text not null,
  -- The leaf that is sent next: moved only after the other side took everything before it.
  leaf bigint not null check (leaf >= 0),
  attempts integer not null default 0,
  -- A server that sends moves it ahead; one that was killed is followed when it is over.
  due_at timestamptz not null default now(),
  error text,
  sent_at timestamptz,
  added_at timestamptz not null default now(),
  primary key (organisation, id)
);
create index streams_due on streams (due_at);

alter table streams enable row level security;
alter table streams force row level security;
create policy own on streams to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
create policy any_one on streams for select to permesso_system using (true);
grant select, insert, delete, update (sealed_target, leaf, attempts, due_at, error, sent_at) on streams to permesso_tenant;
grant select (organisation, due_at) on streams to permesso_system;
