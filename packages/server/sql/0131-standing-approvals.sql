-- Older servers would let one answer open a machine for good.
select permesso.refuse_servers_before(131);

-- For how long one answer to what the rule asks may last at most; null says nothing. Where no rule says anything: once.
alter table approval_rules add column longest text check (longest in ('once', 'session', 'project', 'user'));
alter table approvals add column longest text not null default 'once' check (longest in ('once', 'session', 'project', 'user'));

-- Answers that last longer than the call they were given to. Each ends, is listed, and can be revoked.
create table standing_approvals (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  approval uuid not null,
  project uuid not null,
  agent uuid not null,
  call jsonb not null,
  scope text not null check (scope in ('session', 'project', 'user')),
  -- Null for the exact call alone.
  rules jsonb,
  given_by uuid[] not null,
  given_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, agent) references agents
);
create index standing_approvals_project on standing_approvals (organisation, project);
alter table standing_approvals enable row level security;
alter table standing_approvals force row level security;
create policy own on standing_approvals to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, update (revoked_at, revoked_by) on standing_approvals to permesso_tenant;
