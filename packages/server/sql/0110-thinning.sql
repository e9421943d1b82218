-- What agents send of their logs: all entries, or all but repeated allows, which they count and sign for.
alter table organisations add column send text not null default 'everything' check (send in ('everything', 'thinned'));
grant update (send) on organisations to permesso_tenant;

-- Entries of a batch that were counted and not sent.
alter table batches add column left_out bigint not null default 0 check (left_out >= 0);
grant insert (left_out) on batches to permesso_ingest;

-- `miscounted`: what an agent says it left out is not what is missing. `hidden`: what it left out, asked for afterwards, is not what
-- it signed for, or must not be left out.
alter table findings drop constraint findings_what_check;
alter table findings add constraint findings_what_check
  check (what in ('gap', 'unlinked', 'changed', 'foreign', 'forked', 'understated', 'miscounted', 'hidden'));

-- Entries that were counted and that somebody wants to see. They stay out of the log: it holds what was sent when.
create table demands (
  organisation uuid not null references organisations,
  id bigint generated always as identity,
  agent uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  -- What is wrong with the answer; none where it is what was signed for.
  problems text[],
  -- As the agent sent them, gzip.
  lines bytea,
  primary key (organisation, id),
  foreign key (organisation, agent) references agents,
  foreign key (organisation, asked_by) references people
);

create unique index demands_open on demands (organisation, agent, last_seq) where answered_at is null;
create index demands_of_agent on demands (organisation, agent, id);

alter table demands enable row level security;
alter table demands force row level security;
create policy own on demands to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
create policy any_one on demands to permesso_system using (true);
grant select, insert, update (answered_at, problems, lines) on demands to permesso_tenant;
grant select (asked_at, organisation), delete on demands to permesso_system;
