-- How many must say yes, how soon, and when others are told. The strictest of all that match counts.
create table approval_rules (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  -- In every project when null.
  project uuid,
  -- The text of the rule that asks; `*` for every question.
  rule text not null,
  quorum integer not null check (quorum between 1 and 10),
  answer_minutes integer not null check (answer_minutes between 1 and 43200),
  escalate_minutes integer check (escalate_minutes between 1 and 43200),
  primary key (organisation, id),
  foreign key (organisation, project) references projects
);

create table approvals (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  project uuid not null,
  agent uuid not null,
  -- Whose agent asks: they do not answer.
  owner uuid not null,
  -- Names the agent, the exact call, what is shown about it and the policy it was asked under.
  binding bytea not null,
  call_key text not null,
  digest text not null,
  request jsonb not null,
  policy_version integer,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'denied', 'expired', 'cancelled', 'consumed')),
  quorum integer not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  escalate_at timestamptz,
  escalated_at timestamptz,
  -- How often the same question was put while it waited.
  joined integer not null default 0,
  settled_at timestamptz,
  -- A yes that nobody used by then is none.
  use_before timestamptz,
  consumed_at timestamptz,
  answer jsonb,
  why text,
  -- When something has to happen by itself; null when nothing has to.
  due_at timestamptz,
  -- The transaction that changed it last: what was committed since one looked.
  changed xid8 not null default pg_current_xact_id(),
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, agent) references agents,
  foreign key (organisation, owner) references people
);

-- The same question joins the one that waits, or finds the yes that nobody has used yet.
create unique index approvals_open on approvals (organisation, agent, binding) where state in ('pending', 'approved');
create index approvals_due on approvals (due_at) where due_at is not null;
create index approvals_changed on approvals (organisation, changed);
create index approvals_by_id on approvals (id);

create table votes (
  organisation uuid not null,
  approval uuid not null,
  person uuid not null,
  verdict text not null check (verdict in ('allow', 'deny')),
  answer jsonb not null,
  via text not null,
  at timestamptz not null default now(),
  -- Whether it came before the question was settled.
  counted boolean not null,
  primary key (organisation, approval, person),
  foreign key (organisation, approval) references approvals,
  foreign key (organisation, person) references people
);

-- Where people are told of questions.
create table hooks (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Every project when null.
  project uuid,
  kind text not null check (kind in ('webhook', 'slack', 'mail')),
  sealed_target bytea not null,
  -- Whose place this is: only then it gets links that answer.
  person uuid,
  -- Told of every question, or only of those that nobody answered in time.
  only_escalated boolean not null default false,
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, person) references people
);

create table deliveries (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  hook uuid not null,
  approval uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  error text,
  primary key (organisation, id),
  foreign key (organisation, hook) references hooks on delete cascade,
  foreign key (organisation, approval) references approvals
);

create index deliveries_due on deliveries (due_at) where state = 'waiting';

-- A link that answers one question as one person, once.
create table links (
  organisation uuid not null,
  hash bytea primary key,
  approval uuid not null,
  person uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organisation, approval) references approvals,
  foreign key (organisation, person) references people
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['approval_rules', 'approvals', 'votes', 'hooks', 'deliveries', 'links'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

create policy any_one on approvals for select to permesso_system using (true);
create policy any_one on deliveries for select to permesso_system using (true);
create policy any_one on links for select to permesso_system using (true);

grant select, insert, update, delete on approval_rules, hooks to permesso_tenant;
grant select, insert, update on approvals, deliveries to permesso_tenant;
grant select, insert on votes to permesso_tenant;
grant select, insert, update (used_at) on links to permesso_tenant;

grant select (organisation, id, state, due_at) on approvals to permesso_system;
grant select (organisation, id, state, due_at) on deliveries to permesso_system;
grant select (organisation, hash) on links to permesso_system;
