create table organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  created_at timestamptz not null default now(),
  -- Why everything is denied for now.
  frozen text
);

create table projects (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  created_at timestamptz not null default now(),
  frozen text,
  primary key (organisation, id),
  unique (organisation, name)
);

create table people (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  -- Who vouches for them; `local` for those that the command line made.
  issuer text not null,
  subject text not null,
  email text,
  name text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (organisation, id),
  unique (organisation, issuer, subject)
);

create table roles (
  organisation uuid not null,
  person uuid not null,
  role text not null check (role in ('viewer', 'approver', 'author', 'admin')),
  -- Everywhere when null.
  project uuid,
  given_at timestamptz not null default now(),
  foreign key (organisation, person) references people,
  foreign key (organisation, project) references projects,
  unique nulls not distinct (organisation, person, role, project)
);

-- Tokens are random and long, so their plain SHA-256 can neither be guessed nor turned back.
create table api_tokens (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  person uuid not null,
  name text not null,
  hash bytea not null unique,
  -- What the token may do, at most; its person's roles count as well.
  roles text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, person) references people
);

create table sessions (
  organisation uuid not null,
  hash bytea primary key,
  csrf bytea not null,
  person uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (organisation, person) references people
);

create table identity_providers (
  organisation uuid primary key references organisations,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null
);

-- A sign-in that has begun. Taken once, by the browser that began it.
create table sign_ins (
  organisation uuid not null references organisations,
  state bytea primary key,
  browser bytea not null,
  sealed bytea not null,
  expires_at timestamptz not null
);

create table enrolments (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  project uuid not null,
  -- Whose agents these are: they cannot answer what these agents ask.
  owner uuid not null,
  hash bytea not null unique,
  uses_left integer not null check (uses_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, owner) references people
);

create table agents (
  organisation uuid not null,
  id uuid not null default gen_random_uuid() unique,
  project uuid not null,
  owner uuid not null,
  name text not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  enrolled_at timestamptz not null default now(),
  revoked_at timestamptz,
  frozen text,
  primary key (organisation, id),
  unique (organisation, public_key),
  foreign key (organisation, project) references projects,
  foreign key (organisation, owner) references people
);

-- Every administrative act. Nobody who asks through the server can change or remove a row.
create table acts (
  organisation uuid not null references organisations,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  subject text not null,
  detail jsonb not null default '{}',
  primary key (organisation, id)
);

create table signing_keys (
  organisation uuid primary key references organisations,
  public_key bytea not null check (octet_length(public_key) = 32),
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['projects', 'people', 'roles', 'api_tokens', 'sessions', 'identity_providers',
    'sign_ins', 'enrolments', 'agents', 'acts', 'signing_keys'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant, permesso_ingest
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

alter table organisations enable row level security;
alter table organisations force row level security;
create policy own on organisations to permesso_tenant using (id = permesso.organisation());
create policy any_one on organisations to permesso_system using (true) with check (true);
create policy any_one on api_tokens for select to permesso_system using (true);
create policy any_one on sessions to permesso_system using (true);
create policy any_one on agents for select to permesso_system using (true);
create policy any_one on enrolments for select to permesso_system using (true);
create policy any_one on sign_ins to permesso_system using (true);

grant select, update (frozen) on organisations to permesso_tenant;
grant select, insert, update, delete on projects, people, roles, api_tokens, sessions, identity_providers, sign_ins,
  enrolments, agents to permesso_tenant;
grant select, insert on acts, signing_keys to permesso_tenant;

grant select, insert on organisations to permesso_system;
grant select (organisation, hash) on api_tokens, sessions, enrolments to permesso_system;
grant select (organisation, id) on agents to permesso_system;
grant select (organisation, state, browser, expires_at) on sign_ins to permesso_system;
grant select (expires_at), delete on sessions to permesso_system;
grant delete on sign_ins to permesso_system;
