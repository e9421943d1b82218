-- The whole schema: roles, the entry functions, then tables by area with each role's rights, and finally row-level security. After the
-- first release this file never changes; changes go into numbered files after it: see src/database/migrate.ts.

-- The server logs in as the owner of the database and switches to one of these in each transaction, so that row-level security applies
-- to it too: `tenant` works for one organisation, `ingest` stores its entries, `system` looks up the organisation of a row, `backup`
-- reads everything, `mover` moves an organisation to another database. Roles belong to the whole cluster: another database may have
-- created them already. The owner may also lack the right to create roles: if an administrator has created and granted them, nothing is
-- left to do here.
do $$
declare
  wanted text;
  is_granted boolean;
begin
  foreach wanted in array array['permesso_tenant', 'permesso_system', 'permesso_ingest', 'permesso_backup', 'permesso_mover'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
    -- Since PostgreSQL 16 a member may be unable to switch to the role.
    if current_setting('server_version_num')::integer >= 160000 then
      execute 'select pg_has_role(current_user, $1, ''SET'')' into is_granted using wanted;
    else
      is_granted := pg_has_role(current_user, wanted, 'MEMBER');
    end if;
    if not is_granted then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end
$$;

grant usage on schema permesso to permesso_tenant, permesso_system, permesso_ingest;

-- The organisation of this transaction; without one nothing matches.
create function permesso.organisation() returns uuid
language sql stable
return nullif(current_setting('permesso.organisation', true), '')::uuid;

-- Identifies this database: it differs after a restore, whichever program restored it.
create function permesso.home() returns text
language sql stable
return (
  select concat_ws('/', c.system_identifier, d.oid, n.oid)
  from pg_control_system() c, pg_database d, pg_namespace n
  where d.datname = current_database() and n.nspname = 'permesso'
);

-- Entry functions: every transaction begins with `enter` or `enter_as_system`.

-- The oldest server that may work with this database, as the number of the newest migration that it knows. A migration that makes older
-- servers do something wrong beside newer ones raises it in its first line: select permesso.refuse_servers_before(NUMBER).
create table oldest_server (
  is_only boolean primary key default true check (is_only),
  knows integer not null
);
insert into oldest_server (knows) values (1);
grant select on oldest_server to permesso_tenant, permesso_ingest, permesso_system;

-- Taken shared by every transaction of a server, and exclusively by a migration that refuses older servers: their running transactions
-- end before anything changes, and later ones are refused.
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

-- Answered with 503: agents keep their data and retry.
create function permesso.refuse_server(knows integer, oldest integer) returns void
language plpgsql
as $$
begin
  raise exception 'this server is older than the database: it knows migration % and the database takes servers from % on', knows, oldest
    using errcode = '53PM1', detail = oldest, hint = 'Start the newer version of the server.';
end
$$;

-- Organisations can be spread over several databases, each of them a cell. An organisation is served where it has a row and no
-- departure.
create table departures (
  organisation uuid primary key,
  -- The cell, by its name in the servers' settings.
  goes_to text not null,
  -- The move that started it: another one may follow after a failure.
  move uuid not null,
  began_at timestamptz not null default now(),
  -- Its rows have been removed here.
  moved_at timestamptz
);
grant select on departures to permesso_tenant, permesso_ingest, permesso_system;

-- Taken shared by every transaction of an organisation, and exclusively by the one that starts its departure: earlier transactions have
-- ended when the departure becomes visible.
create function permesso.traffic_lock(organisation uuid) returns bigint
language sql immutable
return hashtextextended('permesso traffic ' || organisation::text, 0);

-- Held by the mover, in its session at the source and its transaction at the target.
create function permesso.move_lock(organisation uuid) returns bigint
language sql immutable
return hashtextextended('permesso move ' || organisation::text, 0);

-- Begins a transaction as an organisation; refuses one that is leaving or has left, and a server that is too old.
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
  -- After the locks, so that a migration or departure that was waited for is visible.
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

-- Begins a transaction without an organisation.
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

-- Why a commit would wait forever: none of the synchronous standbys is connected. Runs as the owner, who may see more of the other
-- connections than the server's roles.
create function permesso.replication_problem() returns text
language sql stable security definer set search_path = pg_catalog
as $$
  select case
    when current_setting('synchronous_standby_names') = '' then null
    -- Without the right to see its state, a connected standby counts as responsive.
    when not exists (
      select from pg_stat_replication where state is null or (state = 'streaming' and sync_state in ('sync', 'quorum'))
    ) then 'no synchronous standby is connected'
    when exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '5 seconds'
    ) then 'no synchronous standby answers'
  end
$$;
revoke execute on function permesso.replication_problem() from public;
grant execute on function permesso.replication_problem() to permesso_system;

-- Organisations and people.

create table organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  created_at timestamptz not null default now(),
  -- Why everything is denied for now.
  frozen text,
  -- Whether a version that loosens needs a second person.
  review_looser boolean not null default true,
  -- The database where its rows were last known to be complete. In any other they come from a backup: later events are unknown here.
  home text not null default permesso.home(),
  restored_at timestamptz,
  -- Who must use a passkey: everybody, or people who have one.
  passkeys text not null default 'when-registered' check (passkeys in ('when-registered', 'required')),
  push_off_at timestamptz,
  -- How long people stay signed in to a browser.
  session_hours integer not null default 12 check (session_hours between 1 and 12)
);
grant select, update (frozen, review_looser, home, restored_at, passkeys, push_off_at, session_hours) on organisations to permesso_tenant;
grant select, insert on organisations to permesso_system;

create table projects (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  frozen text,
  -- The policy that every agent of an organisation follows beside its project's. It has versions, reviews and a rollout like a project,
  -- and nothing else of one: no agents enrol in it and no role is held in it.
  is_baseline boolean not null default false,
  primary key (organisation, id),
  unique (organisation, name),
  -- Not a valid project name: the name that people see is the console's.
  constraint projects_name_check
    check (case when is_baseline then name = '(baseline)' else name ~ '^[a-z0-9][a-z0-9-]{0,62}$' end)
);
grant select, insert, update, delete on projects to permesso_tenant;

create function permesso.refuse_baseline() returns trigger
language plpgsql set search_path = permesso
as $$
begin
  if exists (select from projects p where p.organisation = new.organisation and p.id = new.project and p.is_baseline) then
    -- The same error as for a project that does not exist.
    raise exception 'the baseline of the organisation is not a project' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

-- One human is one person, no matter who created or vouches for the account.
create table people (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  -- The issuer that vouches for them; `local` for people added at the command line.
  issuer text not null,
  subject text not null,
  email text,
  name text,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  -- Their name in the directory (SCIM); the address where null.
  user_name text,
  external_id text,
  given_name text,
  family_name text,
  -- Created by the directory, which may then set their address.
  is_provisioned boolean not null default false,
  -- The directory may enable people whom it disabled, but not those disabled by an admin.
  disabled_by text check (disabled_by in ('hand', 'scim')),
  -- Removed by the directory, for which the person no longer exists.
  removed_at timestamptz,
  changed_at timestamptz not null default now(),
  -- Name and address are erased. Their actions stay, under a meaningless identifier.
  erased_at timestamptz,
  -- Their quiet hours.
  quiet jsonb,
  -- Who vouches that this is an independent person: see docs/identity.md.
  vouched_by text check (vouched_by in ('operator', 'scim')),
  -- The address that the issuer had verified at the last sign-in. A directory cannot change it.
  issuer_address text,
  -- In comparable form: under row-level security no index serves a condition with lower() in it.
  email_key text generated always as (lower(email)) stored,
  login_key text generated always as (lower(coalesce(user_name, email))) stored,
  issuer_key text generated always as (lower(issuer_address)) stored,
  -- A service account signs in with its platform's token for a job. It is not a person: its votes and reviews never count.
  kind text not null default 'person' check (kind in ('person', 'service')),
  primary key (organisation, id),
  unique (organisation, issuer, subject)
);
create unique index people_address on people (organisation, email_key);
create unique index people_user_name on people (organisation, login_key);
create index people_issuer_address on people (organisation, issuer_key);
create index people_external_id on people (organisation, external_id) where external_id is not null;
grant select, insert, update, delete on people to permesso_tenant;
grant select (organisation, id, disabled_at) on people to permesso_system;

-- Which issuer is trusted for which mail domain's addresses. Only the operator sets it: an admin who could choose both would be able to
-- sign in as anybody.
create table trusted_issuers (
  organisation uuid not null references organisations,
  issuer text not null,
  domain text not null check (domain = lower(domain)),
  added_at timestamptz not null default now(),
  primary key (organisation, issuer, domain)
);
grant select, insert, delete on trusted_issuers to permesso_tenant;

-- Whether this person counts as independent: in votes, reviews and confirmations.
create function permesso.counts_as_person(p permesso.people) returns boolean language sql stable
return p.kind = 'person' and p.disabled_at is null and p.erased_at is null and (
  p.vouched_by is not null or exists (
    select from permesso.trusted_issuers t
    where t.organisation = p.organisation and t.issuer = p.issuer and t.domain = lower(substring(p.issuer_address from '@([^@]+)$'))
  )
);

create table roles (
  organisation uuid not null,
  person uuid not null,
  role text not null check (role in ('viewer', 'approver', 'author', 'admin')),
  -- Null means everywhere.
  project uuid,
  given_at timestamptz not null default now(),
  -- A role from a group ends with the membership; one granted directly stays. A person may have both. A temporary role expires; its
  -- reason is stored in the column for the group's name.
  source text not null default 'hand' check (source in ('hand', 'sign-in', 'scim', 'temporary')),
  group_name text,
  ends_at timestamptz,
  check ((source = 'hand') = (group_name is null)),
  check ((source = 'temporary') = (ends_at is not null)),
  foreign key (organisation, person) references people,
  foreign key (organisation, project) references projects,
  unique nulls not distinct (organisation, person, role, project, source, group_name)
);
grant select, insert, update, delete on roles to permesso_tenant;
grant select (organisation, ends_at) on roles to permesso_system;
create index roles_end on roles (ends_at) where ends_at is not null;
create trigger no_baseline before insert or update of project on roles
  for each row execute function permesso.refuse_baseline();

-- Everybody who ever held a role. Removing the roles of all others does not make a person the only one.
create table once_held (
  organisation uuid not null,
  person uuid not null,
  role text not null,
  primary key (organisation, person, role),
  foreign key (organisation, person) references people
);
grant select, insert on once_held to permesso_tenant;

create function permesso.remember_role() returns trigger language plpgsql as $$
begin
  insert into permesso.once_held (organisation, person, role) values (new.organisation, new.person, new.role)
  on conflict do nothing;
  return null;
end
$$;
-- A move copies this history.
create trigger remember_role after insert on roles for each row when (current_user <> 'permesso_mover') execute function permesso.remember_role();

-- Which groups give which roles. Groups are named as by the identity provider at sign-in.
create table group_roles (
  organisation uuid not null references organisations,
  group_name text not null,
  role text not null check (role in ('viewer', 'approver', 'author', 'admin')),
  -- Null means everywhere.
  project uuid,
  foreign key (organisation, project) references projects,
  unique nulls not distinct (organisation, group_name, role, project)
);
grant select, insert, delete on group_roles to permesso_tenant;
create trigger no_baseline before insert or update of project on group_roles
  for each row execute function permesso.refuse_baseline();

-- Tokens are random and long, so a plain SHA-256 of them can be neither guessed nor reversed.
create table api_tokens (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  person uuid not null,
  name text not null,
  hash bytea not null unique,
  -- The token's limit; its person's roles apply as well.
  roles text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Anything made with an API token ends with it: it never lasts longer, and is valid only while every token that it descends from is.
  -- Checked on each use instead of copied, so that no revocation can miss a token created at the same time.
  lineage uuid[] not null default '{}',
  primary key (organisation, id),
  foreign key (organisation, person) references people
);
grant select, insert, update, delete on api_tokens to permesso_tenant;
grant select (organisation, hash) on api_tokens to permesso_system;

-- Whether none of these tokens was revoked or has expired. A deleted one counts as revoked.
create function permesso.tokens_count(ids uuid[]) returns boolean
language sql stable
return (
  select count(*) = cardinality(ids)
  from permesso.api_tokens
  where id = any(ids) and revoked_at is null and expires_at > now()
);

create table sessions (
  organisation uuid not null,
  hash bytea primary key,
  csrf bytea not null,
  person uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- An API token may start a browser session instead of an identity provider. Such a session has the token's roles and expiry, and ends
  -- when it is revoked.
  api_token uuid,
  -- A session's id for people: its hash is never shown.
  id uuid not null default gen_random_uuid() unique,
  foreign key (organisation, person) references people,
  foreign key (organisation, api_token) references api_tokens
);
grant select, insert, update, delete on sessions to permesso_tenant;
grant select (organisation, hash, expires_at), delete on sessions to permesso_system;

create table identity_providers (
  organisation uuid primary key references organisations,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  -- The claim with a person's groups, and the scope to request so that the provider sends it.
  groups_claim text,
  groups_scope text
);
grant select, insert, update, delete on identity_providers to permesso_tenant;

-- A sign-in in progress. Consumed once, by the browser that started it.
create table sign_ins (
  organisation uuid not null references organisations,
  state bytea primary key,
  browser bytea not null,
  sealed bytea not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on sign_ins to permesso_tenant;
grant select (organisation, state, browser, expires_at), delete on sign_ins to permesso_system;

-- With a passkey people prove, beyond their session, that it is they who allow an irreversible call or one that needs several
-- approvals.
create table passkeys (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  person uuid not null,
  name text not null,
  -- The authenticator's own id for it.
  credential bytea not null check (octet_length(credential) between 1 and 1023),
  public_key bytea not null,
  -- The authenticator's use counter; always 0 if it does not count.
  counter bigint not null,
  transports text[] not null,
  -- Synced between several devices of its person.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (organisation, id),
  unique (organisation, credential),
  foreign key (organisation, person) references people
);
create index passkeys_person on passkeys (organisation, person);
grant select, insert, delete, update (name, counter, is_synced, last_used_at) on passkeys to permesso_tenant;

-- A challenge for a passkey. Consumed once, by the session that requested it.
create table passkey_challenges (
  organisation uuid not null references organisations,
  -- Random bytes, then the digest of the act.
  challenge bytea primary key check (octet_length(challenge) = 64),
  session uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_session on passkey_challenges (session);
create index passkey_challenges_expires on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to permesso_tenant;
grant select (expires_at), delete on passkey_challenges to permesso_system;

-- Groups as stored by a directory (SCIM).
create table scim_groups (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (organisation, id)
);
-- Groups give roles by name, so names are unique.
create unique index scim_groups_name on scim_groups (organisation, lower(display_name));
grant select, insert, update, delete on scim_groups to permesso_tenant;

create table scim_members (
  organisation uuid not null,
  group_id uuid not null,
  person uuid not null,
  primary key (organisation, group_id, person),
  foreign key (organisation, group_id) references scim_groups on delete cascade,
  foreign key (organisation, person) references people
);
create index scim_members_of_person on scim_members (organisation, person);
grant select, insert, delete on scim_members to permesso_tenant;

-- A token that can only manage people and groups of one organisation.
create table scim_tokens (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  name text not null,
  hash bytea not null unique,
  -- The admin who created it, and the API tokens used; null for the operator.
  made_by uuid,
  lineage uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, made_by) references people
);
grant select, insert, update on scim_tokens to permesso_tenant;
grant select (organisation, hash) on scim_tokens to permesso_system;

-- An admin's token is valid while they are an admin, and while every API token that it descends from is valid.
create function permesso.scim_token_counts(token scim_tokens) returns boolean
language sql stable
return token.revoked_at is null and token.expires_at > now() and permesso.tokens_count(token.lineage) and (
  token.made_by is null
  or exists (
    select from permesso.roles r
    join permesso.people p on p.organisation = r.organisation and p.id = r.person
    where r.organisation = token.organisation and r.person = token.made_by and r.role = 'admin' and r.project is null
      and p.disabled_at is null
  )
);

create table enrolments (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  project uuid not null,
  -- The agents' owner, who cannot answer their requests. Null for a fleet token, which enrols nobody: it tells a machine its team, and
  -- each user signs in.
  owner uuid,
  hash bytea not null unique,
  uses_left integer not null check (uses_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- As for an API token.
  lineage uuid[] not null default '{}',
  made_by uuid,
  revoked_at timestamptz,
  confirmed_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, owner) references people,
  foreign key (organisation, made_by) references people
);
grant select, insert, update, delete on enrolments to permesso_tenant;
grant select (organisation, hash) on enrolments to permesso_system;
create trigger no_baseline before insert or update of project on enrolments
  for each row execute function permesso.refuse_baseline();

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
  -- The enrolment token used, its creator, and when the owner confirmed the agent as theirs.
  enrolment uuid,
  enrolled_by uuid,
  owner_confirmed_at timestamptz,
  primary key (organisation, id),
  unique (organisation, public_key),
  foreign key (organisation, project) references projects,
  foreign key (organisation, owner) references people
);
grant select, insert, update, delete on agents to permesso_tenant;
-- An agent's identity and whether it is still valid, in one statement: run with each of its requests.
grant select (organisation, id, project, owner, public_key, revoked_at) on agents to permesso_system;
create trigger no_baseline before insert or update of project on agents
  for each row execute function permesso.refuse_baseline();

-- Platform jobs that may act here: with tokens of this issuer for this audience with these claims, as set by the operator.
create table service_accounts (
  organisation uuid not null,
  person uuid not null,
  name text not null,
  project uuid not null,
  -- Owns its machines, and so cannot answer their requests.
  responsible uuid not null,
  issuer text not null,
  audience text not null,
  claims jsonb not null,
  primary key (organisation, person),
  unique (organisation, name),
  foreign key (organisation, person) references people,
  foreign key (organisation, project) references projects,
  foreign key (organisation, responsible) references people
);
grant select, insert, update, delete on service_accounts to permesso_tenant;

-- A machine waiting for a person to sign in and confirm it as theirs (RFC 8628).
create table device_requests (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  -- SHA-256 of the machine's device code.
  device bytea not null unique,
  -- Typed by a person: short, so it is only accepted from people signed in to the organisation.
  user_code text not null check (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  name text not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  -- The requested project, by name or identifier.
  wanted text,
  -- The machine's address.
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  polled_at timestamptz,
  refused_at timestamptz,
  -- Who confirmed it, and for which project.
  owner uuid,
  project uuid,
  -- The outcome: repeated for a machine that did not get the first reply.
  agent uuid,
  primary key (organisation, id),
  unique (organisation, user_code),
  foreign key (organisation, owner) references people,
  foreign key (organisation, project) references projects
);
create index device_requests_expires on device_requests (expires_at);
grant select, insert, update, delete on device_requests to permesso_tenant;
grant select (organisation, device, expires_at), delete on device_requests to permesso_system;

-- Every administrative act. No caller of the server can change or remove a row.
create table acts (
  organisation uuid not null references organisations,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  act text not null,
  subject text not null,
  detail jsonb not null default '{}',
  -- The actor's address, and browser session.
  address text,
  session uuid,
  primary key (organisation, id)
);
grant select, insert on acts to permesso_tenant;

-- Acts that one person requested and another one, or the operator, has to confirm.
create table pending_acts (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  act text not null,
  subject text not null,
  detail jsonb not null,
  -- The part shown to nobody, such as a client's secret.
  sealed bytea,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- `person:ID` or `operator`.
  settled_by text,
  settled_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, asked_by) references people
);
create index pending_acts_waiting on pending_acts (organisation) where state = 'waiting';
grant select, insert, update (state, sealed, settled_by, settled_at) on pending_acts to permesso_tenant;

-- An organisation's signing key may be replaced by another one, which the previous key signs.
create table signing_keys (
  organisation uuid not null references organisations,
  public_key bytea not null check (octet_length(public_key) = 32),
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  number integer not null default 1 check (number > 0),
  -- The previous key's signature; null for the first.
  succession text,
  -- From then on it signs nothing; its private half is deleted.
  retired_at timestamptz,
  check ((succession is null) = (number = 1)),
  primary key (organisation, number)
);
create unique index signing_keys_current on signing_keys (organisation) where retired_at is null;
grant select, insert, update (retired_at, sealed_private_key) on signing_keys to permesso_tenant;

-- Policy.

create table policy_versions (
  organisation uuid not null,
  project uuid not null,
  number integer not null check (number > 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  text text not null,
  author uuid not null,
  note text not null,
  -- Looser and stricter changes compared with the policy that was active.
  changes jsonb not null,
  tests jsonb not null,
  -- Why it must not be published.
  objection text,
  created_at timestamptz not null default now(),
  -- From then on agents may fetch it.
  published_at timestamptz,
  -- The rollout stages that it passed.
  stages text[] not null default '{}' check (stages <@ array['report', 'share', 'all']),
  primary key (organisation, project, number),
  foreign key (organisation, project) references projects,
  foreign key (organisation, author) references people
);
create index on policy_versions (organisation, project, digest);
grant select, insert, update (published_at, stages) on policy_versions to permesso_tenant;
grant select (organisation, project, digest, text, published_at) on policy_versions to permesso_system;

-- One person's version with another person's approval, before agents follow it.
create table policy_reviews (
  organisation uuid not null,
  project uuid not null,
  version integer not null,
  -- The version that was active at the review; 0 for none. Compared with another one the changes differ.
  base integer not null,
  person uuid not null,
  verdict text not null check (verdict in ('approve', 'reject')),
  comment text,
  at timestamptz not null default now(),
  primary key (organisation, project, version, base, person),
  foreign key (organisation, project, version) references policy_versions,
  foreign key (organisation, person) references people
);
grant select, insert, update (verdict, comment, at) on policy_reviews to permesso_tenant;

-- Versions that the operator approved because nobody else could review them.
create table operator_reviews (
  organisation uuid not null,
  project uuid not null,
  version integer not null,
  base integer not null,
  at timestamptz not null default now(),
  primary key (organisation, project, version, base),
  foreign key (organisation, project, version) references policy_versions
);
grant select, insert on operator_reviews to permesso_tenant;

-- Each time a version became active for all agents, with the comparison and reviews as of then.
create table policy_activations (
  organisation uuid not null,
  project uuid not null,
  id bigint generated always as identity,
  version integer not null,
  -- The previously active version, which it was compared with; null for none.
  base integer,
  at timestamptz not null default now(),
  actor text not null,
  -- Null for a revert, which nobody reviews.
  review text check (review in ('not needed', 'approved')),
  looser jsonb not null,
  -- People and verdicts; names change, and may be erased.
  reviews jsonb not null,
  -- Two people agreed to it, or it loosens nothing that two people agreed to.
  is_reviewed boolean not null,
  primary key (organisation, project, id),
  foreign key (organisation, project, version) references policy_versions,
  foreign key (organisation, project, base) references policy_versions
);
grant select, insert on policy_activations to permesso_tenant;

-- The bundle of a project's agents. One row per project, changed under its lock, signed with each change.
create table channels (
  organisation uuid not null,
  project uuid not null,
  -- Unguessable: anybody who knows it may read the project's policy, from any cache.
  id text not null unique check (id ~ '^[A-Za-z0-9_-]{32}$'),
  serial bigint not null default 0,
  current integer,
  candidate integer,
  stage text check (stage in ('report', 'share')),
  share integer check (share between 0 and 100),
  stage_since timestamptz,
  envelope text not null default '',
  -- When it was last signed: a signature is valid for a limited time, so it is renewed before that.
  issued_at timestamptz not null default '2000-01-01',
  is_baseline boolean not null default false,
  primary key (organisation, project),
  check ((candidate is null) = (stage is null)),
  foreign key (organisation, project) references projects,
  foreign key (organisation, project, current) references policy_versions,
  foreign key (organisation, project, candidate) references policy_versions
);
create index channels_issued on channels (issued_at);
create unique index channels_baseline on channels (organisation) where is_baseline;
grant select, insert, update on channels to permesso_tenant;
grant select (organisation, project, id, serial, envelope, issued_at, is_baseline) on channels to permesso_system;

-- A version's counters: per agent, so that a wrong one is visible, and weighs no more than any other.
create table policy_counts (
  organisation uuid not null,
  project uuid not null,
  version integer not null,
  agent uuid not null,
  -- Whether the agent enforced the version or evaluated it beside the one that it enforced.
  obeyed boolean not null,
  sequence bigint not null,
  decisions bigint not null,
  denials bigint not null,
  -- A candidate that asks about everything denies nothing, yet stops everybody.
  asks bigint not null default 0,
  primary key (organisation, project, version, agent, obeyed),
  foreign key (organisation, project, version) references policy_versions,
  foreign key (organisation, agent) references agents
);
grant select, insert, update, delete on policy_counts to permesso_tenant;

-- Approvals.

-- The number of approvals needed, their deadline, and when others are notified. The strictest matching rule applies.
create table approval_rules (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Null means every project.
  project uuid,
  -- The text of the rule that asks; `*` for every request.
  rule text not null,
  quorum integer not null check (quorum between 1 and 10),
  answer_minutes integer not null check (answer_minutes between 1 and 43200),
  escalate_minutes integer check (escalate_minutes between 1 and 43200),
  -- The votes needed before a rule's ask is granted to a whole team. Always more than one.
  team_quorum integer not null default 2 check (team_quorum between 2 and 10),
  -- How long one answer to the rule's asks may last at most; null sets no limit. If no rule sets one: once.
  longest text check (longest in ('once', 'session', 'project', 'user')),
  primary key (organisation, id),
  foreign key (organisation, project) references projects
);
grant select, insert, update, delete on approval_rules to permesso_tenant;

create table approvals (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  project uuid not null,
  agent uuid not null,
  -- The agent's owner, who cannot answer.
  owner uuid not null,
  -- Identifies the agent, the exact call, what is shown of it and the policy it was asked under.
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
  -- How often the same request was repeated while pending.
  joined integer not null default 0,
  settled_at timestamptz,
  -- An unused approval expires then.
  use_before timestamptz,
  consumed_at timestamptz,
  answer jsonb,
  why text,
  -- The time of the next automatic step; null for none.
  due_at timestamptz,
  -- The transaction that changed it last, to find changes committed since the last poll.
  changed xid8 not null default pg_current_xact_id(),
  -- The caller's id of an approval's use: the same use may be repeated if its reply was lost.
  use_key text,
  longest text not null default 'once' check (longest in ('once', 'session', 'project', 'user')),
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, agent) references agents,
  foreign key (organisation, owner) references people
);
-- An identical request joins the pending one, or finds the unused approval.
create unique index approvals_open on approvals (organisation, agent, binding) where state in ('pending', 'approved');
create index approvals_due on approvals (due_at) where due_at is not null;
create index approvals_changed on approvals (organisation, changed);
create index approvals_by_id on approvals (id);
create index approvals_settled on approvals (settled_at) where state not in ('pending', 'approved');
create index approvals_pending_of_agent on approvals (organisation, agent) where state = 'pending';
grant select, insert, update, delete on approvals to permesso_tenant;
grant select (organisation, id, state, settled_at, due_at) on approvals to permesso_system;

create table votes (
  organisation uuid not null,
  approval uuid not null,
  person uuid not null,
  verdict text not null check (verdict in ('allow', 'deny')),
  answer jsonb not null,
  via text not null,
  at timestamptz not null default now(),
  -- Whether it was cast before the request was settled.
  counted boolean not null,
  -- The passkey used. It may be gone since.
  passkey uuid,
  -- The address and browser session; null for a press in Slack, which arrives from Slack.
  address text,
  session uuid,
  primary key (organisation, approval, person),
  foreign key (organisation, approval) references approvals,
  foreign key (organisation, person) references people
);
grant select, insert, delete on votes to permesso_tenant;

-- A link that answers one request as one person, once.
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
create index links_of_approval on links (organisation, approval);
grant select, insert, delete, update (used_at) on links to permesso_tenant;
grant select (organisation, hash) on links to permesso_system;

-- Answers that outlast their call. Each expires, is listed, and can be revoked.
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
grant select, insert, update (revoked_at, revoked_by) on standing_approvals to permesso_tenant;

-- An approval for every agent of a project or the organisation: proposed by one person, voted for by several, signed into bundles.
create table team_grants (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Its original request, and the project whose policy it was checked against.
  approval uuid not null,
  asked_in uuid not null,
  agent uuid not null,
  -- The requesting agent's owner, who cannot vote.
  owner uuid not null,
  call jsonb not null,
  -- Its agents: of this project, or all when null.
  project uuid,
  rules jsonb not null,
  answers jsonb not null,
  given_in text not null,
  pin jsonb,
  -- Identifies the subject of the vote: the request, the rules, the asks that they answer and the agents.
  digest text not null,
  quorum integer not null check (quorum >= 2),
  state text not null default 'proposed' check (state in ('proposed', 'granted', 'refused', 'expired', 'revoked')),
  proposed_at timestamptz not null default now(),
  vote_before timestamptz not null,
  -- Every grant expires.
  expires_at timestamptz not null,
  settled_at timestamptz,
  why text,
  -- The time of the next automatic step; null for none.
  due_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, asked_in) references projects,
  foreign key (organisation, project) references projects,
  foreign key (organisation, agent) references agents,
  foreign key (organisation, owner) references people
);
-- An identical proposal joins the open one.
create unique index team_grants_open on team_grants (organisation, approval, digest) where state = 'proposed';
create index team_grants_granted on team_grants (organisation) where state = 'granted';
create index team_grants_due on team_grants (due_at) where due_at is not null;
-- The subject of a vote cannot be changed; only its state.
grant select, insert, update (state, expires_at, settled_at, why, due_at) on team_grants to permesso_tenant;
grant select (organisation, due_at) on team_grants to permesso_system;

create table team_grant_votes (
  organisation uuid not null,
  team_grant uuid not null,
  person uuid not null,
  verdict text not null check (verdict in ('allow', 'deny')),
  via text not null,
  at timestamptz not null default now(),
  passkey uuid,
  primary key (organisation, team_grant, person),
  foreign key (organisation, team_grant) references team_grants,
  foreign key (organisation, person) references people
);
grant select, insert on team_grant_votes to permesso_tenant;

-- Notifications.

-- Targets for notices about approval requests and machines.
create table hooks (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Null means every project.
  project uuid,
  kind text not null check (kind in ('webhook', 'slack', 'slack-channel', 'teams', 'mail', 'push')),
  sealed_target bytea not null,
  -- The person it belongs to: only a personal target gets answer links.
  person uuid,
  -- Gets every request, or only those that nobody answered in time.
  only_escalated boolean not null default false,
  -- A personal target is used only after its person confirmed it while signed in.
  confirmed_at timestamptz,
  -- The part of the URL that people see: the rest is often its only protection.
  host text not null default '',
  about text not null default 'everything' check (about in ('everything', 'approvals', 'machines')),
  -- Quiet hours of an organisation's target.
  quiet jsonb,
  -- Web push, in one browser: the session that enabled or renewed it, and the API token of that session. It ends with either.
  session uuid,
  api_token uuid,
  renewed_at timestamptz,
  -- Identifies the browser's subscription: one browser notifies one person.
  push_print bytea,
  primary key (organisation, id),
  foreign key (organisation, project) references projects,
  foreign key (organisation, person) references people,
  constraint hooks_push check (
    (kind = 'push') = (push_print is not null)
    and (kind <> 'push' or (person is not null and confirmed_at is not null and session is not null and renewed_at is not null))
  )
);
create unique index hooks_push_print on hooks (organisation, push_print) where push_print is not null;
create index hooks_session on hooks (organisation, session) where session is not null;
grant select, insert, update, delete on hooks to permesso_tenant;

-- The organisation's key for push services. Browsers bind a subscription to it.
create table push_keys (
  organisation uuid primary key references organisations,
  public_key text not null,
  sealed bytea not null,
  made_at timestamptz not null default now()
);
grant select, insert, update on push_keys to permesso_tenant;

-- Whether a person gets push messages about the requests of others' agents in a project: while they may answer them, the organisation
-- allows push, the browser was seen recently, and the token that signed it in is valid.
create function permesso.push_counts(hook permesso.hooks, project uuid, owner uuid) returns boolean
language sql stable
return (hook).renewed_at > now() - interval '30 days'
  and (hook).person is distinct from owner
  and exists (
    select
    from permesso.roles r
    where r.organisation = (hook).organisation and r.person = (hook).person and r.role = 'approver'
      and (r.project is null or r.project = push_counts.project)
  )
  and not exists (
    select from permesso.organisations o where o.id = (hook).organisation and o.push_off_at is not null
  )
  and (
    (hook).api_token is null
    or exists (
      select
      from permesso.api_tokens t
      where t.organisation = (hook).organisation and t.id = (hook).api_token
        and permesso.tokens_count(t.lineage || t.id)
    )
  );

-- Events of machines found by one sweep: one message, however many there are.
create table machine_notices (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default now(),
  changes jsonb not null,
  primary key (organisation, id)
);
grant select, insert, delete on machine_notices to permesso_tenant;

create table deliveries (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  hook uuid not null,
  approval uuid,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  error text,
  -- One agent must not flood people: beyond a few messages a minute, the rest becomes one message about all of them.
  tried_at timestamptz,
  is_digest boolean not null default false,
  notice uuid,
  -- Held until the end of quiet hours. Then one delivery covers everything that its target missed, and the others refer to it.
  is_held boolean not null default false,
  told_in uuid,
  primary key (organisation, id),
  foreign key (organisation, hook) references hooks on delete cascade,
  foreign key (organisation, approval) references approvals,
  foreign key (organisation, notice) references machine_notices on delete cascade,
  -- About an approval request or about machines.
  constraint deliveries_about check (num_nonnulls(approval, notice) = 1)
);
create index deliveries_due on deliveries (due_at) where state = 'waiting';
create index deliveries_of_approval on deliveries (organisation, approval);
create index deliveries_of_notice on deliveries (organisation, notice) where notice is not null;
create index deliveries_tried on deliveries (organisation, hook, tried_at) where tried_at is not null;
create index deliveries_told_in on deliveries (organisation, told_in) where told_in is not null;
create index deliveries_held on deliveries (organisation, hook) where is_held and state = 'waiting';
grant select, insert, update, delete on deliveries to permesso_tenant;
grant select (organisation, id, state, due_at) on deliveries to permesso_system;

-- An organisation's Slack app: posts approval requests into channels, and reports button presses.
create table slack_apps (
  organisation uuid primary key references organisations,
  -- Part of the URL that Slack calls.
  id uuid not null default gen_random_uuid() unique,
  team text not null,
  team_name text not null,
  -- The bot's token, and Slack's signing secret.
  sealed bytea not null,
  added_at timestamptz not null default now(),
  -- The person who knows the signing secret; null if the operator set it.
  set_by uuid,
  is_operators boolean not null default false
);
grant select, insert, update, delete on slack_apps to permesso_tenant;
grant select (organisation, id) on slack_apps to permesso_system;

-- A person's Slack user. Only the person, signed in, creates such a row.
create table slack_people (
  organisation uuid not null,
  person uuid not null,
  team text not null,
  slack_user text not null,
  confirmed_at timestamptz not null default now(),
  primary key (organisation, person),
  unique (organisation, team, slack_user),
  foreign key (organisation, person) references people
);
grant select, insert, update, delete on slack_people to permesso_tenant;

-- Channel messages that still show buttons.
create table slack_messages (
  organisation uuid not null,
  approval uuid not null,
  channel text not null,
  ts text not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- Since then it shows the request's outcome, or updating it was given up.
  closed_at timestamptz,
  primary key (organisation, approval, channel, ts),
  foreign key (organisation, approval) references approvals on delete cascade
);
create index slack_messages_open on slack_messages (organisation) where closed_at is null;
grant select, insert, update (attempts, due_at, closed_at) on slack_messages to permesso_tenant;
grant select (organisation, closed_at, due_at) on slack_messages to permesso_system;

-- Audit.

-- How far an agent's chain has been received. Batches of one agent are serialised by its lock, so an entry is stored once however often
-- it is sent. With free space in its page a head is updated without touching the index.
create table agent_heads (
  organisation uuid not null,
  agent uuid not null,
  seq bigint not null,
  hash text not null,
  primary key (organisation, agent),
  foreign key (organisation, agent) references agents
) with (fillfactor = 50);
grant select, insert, update on agent_heads to permesso_ingest;
grant select on agent_heads to permesso_tenant;

-- One row per entry, partitioned by day of receipt. Written by COPY, and dropped a day at a time.
create table events (
  organisation uuid not null,
  agent uuid not null,
  seq bigint not null,
  received_at timestamptz not null,
  -- The time of the event by the agent's clock; null if invalid.
  at timestamptz,
  type text not null,
  verdict text,
  tool text,
  session text,
  -- The agent's own line: its hash covers exactly these bytes.
  line text not null
) partition by range (received_at);
create index on events (organisation, received_at);
grant select on events to permesso_tenant;

-- A run of entries as received. Becomes a leaf of the organisation's log. It has its entries' time of receipt, so that they are found
-- by the index on it. Its agent has a head, which is locked while the batch is added: checking a foreign key to the agent for each
-- batch took as long as everything else in storing a batch of one entry.
create table batches (
  organisation uuid not null,
  id bigint generated always as identity,
  agent uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  prev text not null,
  hash text not null,
  received_at timestamptz not null default now(),
  leaf bigint,
  primary key (organisation, id)
);
create index batches_waiting on batches (organisation, id) where leaf is null;
create unique index batches_leaf on batches (organisation, leaf) where leaf is not null;
create index batches_of_agent on batches (organisation, agent, first_seq);
-- Finds the last leaf of a day without reading every batch: batches arrive in order of time.
create index batches_received on batches using brin (received_at) with (pages_per_range = 32);
grant insert on batches to permesso_ingest;
grant select, update (leaf) on batches to permesso_tenant;
grant select (organisation, leaf) on batches to permesso_system;

-- Problems in a chain. Recorded once and kept; a person who has examined one notes why it is harmless.
create table findings (
  organisation uuid not null,
  id bigint generated always as identity,
  agent uuid not null,
  -- `understated`: an agent's request names fewer rules than the active policy asks by. `unfounded`: a machine reports an answer of its
  -- team that nobody of the team gave.
  what text not null check (what in ('gap', 'unlinked', 'changed', 'foreign', 'forked', 'understated', 'unfounded')),
  first_seq bigint,
  last_seq bigint,
  found_at timestamptz not null default now(),
  approval uuid,
  policy_version integer,
  rules text[],
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  reason text,
  primary key (organisation, id),
  foreign key (organisation, agent) references agents,
  foreign key (organisation, acknowledged_by) references people
);
create unique index findings_understated on findings (organisation, agent, policy_version) where what = 'understated';
create index findings_of_agent on findings (organisation, agent);
grant insert on findings to permesso_ingest;
grant select, insert, update (acknowledged_at, acknowledged_by, reason) on findings to permesso_tenant;

-- Complete nodes of the Merkle tree; level 0 are the leaves.
create table log_nodes (
  organisation uuid not null references organisations,
  level smallint not null,
  index bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (organisation, level, index)
);
grant select, insert on log_nodes to permesso_tenant;

create table checkpoints (
  organisation uuid not null references organisations,
  size bigint not null,
  root text not null,
  at text not null,
  signature text not null,
  primary key (organisation, size)
);
grant select, insert on checkpoints to permesso_tenant;

-- Counts are updated in the transaction that stores entries: pages never count entries. A row is a day with its half hours: pages add
-- up days, and read half hours only at the edges of a span. `half_hours[19]` is 09:00 to 09:30 UTC. Arrays start at the day's first
-- entry; null means zero.
create function permesso.add_half_hours(a integer[], b integer[]) returns integer[] language sql immutable as $$
  select array_agg(least(coalesce(a[at], 0)::bigint + coalesce(b[at], 0), 2147483647)::integer order by at)
  from generate_series(1, 48) as at
$$;
create aggregate permesso.sum_half_hours(integer[]) (sfunc = permesso.add_half_hours, stype = integer[], initcond = '{}');

-- Many transactions count for the same day. Each connection adds to its own shard, so that they do not wait for each other; shards of
-- past days are merged.
create table entry_counts (
  organisation uuid not null references organisations,
  day date not null,
  shard smallint not null,
  project uuid not null,
  type text not null,
  -- Empty if an entry has none.
  verdict text not null,
  tool text not null,
  -- The first of the deciding rules.
  rule text not null,
  count bigint not null check (count > 0),
  half_hours integer[] not null,
  primary key (organisation, day, shard, project, type, verdict, tool, rule)
) with (fillfactor = 50);
create index entry_counts_apart on entry_counts (day) where shard > 0;
grant select on entry_counts to permesso_tenant;
grant select, insert, delete, update (count, half_hours) on entry_counts to permesso_ingest;
grant select (organisation, day, shard), delete on entry_counts to permesso_system;

-- Calls of each agent. Its head is locked while its entries are stored, so no other transaction adds to its rows.
create table agent_counts (
  organisation uuid not null,
  day date not null,
  agent uuid not null,
  verdict text not null,
  tool text not null,
  count bigint not null check (count > 0),
  half_hours integer[] not null,
  primary key (organisation, day, agent, verdict, tool),
  foreign key (organisation, agent) references agents
) with (fillfactor = 50);
grant select on agent_counts to permesso_tenant;
grant select, insert, update (count, half_hours) on agent_counts to permesso_ingest;
grant select (organisation, day), delete on agent_counts to permesso_system;

-- The same for past days, one row per month: an agent's count for any span is the difference of two sums, and pages over a month of
-- many agents read two rows instead of one per day.
create table agent_months (
  organisation uuid not null,
  -- The month's first day.
  month date not null,
  agent uuid not null,
  verdict text not null,
  tool text not null,
  -- `sums[9]` is the total of the first nine days. Ends with the last day that had calls.
  sums bigint[] not null,
  primary key (organisation, month, agent, verdict, tool),
  foreign key (organisation, agent) references agents
);
grant select on agent_months to permesso_tenant;
grant select, insert, update (sums) on agent_months to permesso_ingest;
grant select (organisation, month), delete on agent_months to permesso_system;

create table summed_days (
  organisation uuid primary key references organisations,
  -- Retention has dropped earlier days.
  since date not null default '-infinity',
  -- A batch that arrives late for its day resets it: days are summed again from there.
  until date not null default '-infinity'
);
grant select on summed_days to permesso_tenant;
grant select, insert, update (until) on summed_days to permesso_ingest;
grant select, update (since) on summed_days to permesso_system;

-- COPY cannot write through row-level security, so it writes to a partition. Only this role may touch partitions, and it can only add
-- rows. If two servers create the same day's partition at once, the second finds it.
create function permesso.add_events_partition(day date) returns boolean
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
  execute format('grant select on %I to permesso_backup', partition_name);
  return true;
exception when duplicate_table or unique_violation then
  return false;
end
$$;

-- Retention drops nothing under a legal hold: of an organisation, or of one project.
create table legal_holds (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  -- Null means the whole organisation.
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
grant select, insert, update (ended_by, ended_at) on legal_holds to permesso_tenant;
grant select (organisation, project, ended_at) on legal_holds to permesso_system;

-- Partitions hold the entries of all organisations: due entries are dropped, those under hold stay. Returns the dropped partitions.
create function permesso.drop_events_before(day date) returns setof text
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

-- Days whose entries are stored as Parquet files, outside of the database.
create table archived_days (
  organisation uuid not null references organisations,
  day date not null,
  -- Extended by the server that is writing; after a crash another server takes over when it has passed.
  claimed_until timestamptz not null,
  -- All of its files are stored.
  written_at timestamptz,
  entries bigint,
  first_at timestamptz,
  -- The last leaf of the log with entries of this day: readers of the log have to be past it.
  last_leaf bigint,
  -- From then on it is read from its files; its partition is dropped a while later.
  left_at timestamptz,
  -- Retention has deleted the files.
  removed_at timestamptz,
  primary key (organisation, day)
);
grant select, insert, update (claimed_until, written_at, entries, first_at, last_leaf, left_at, removed_at)
  on archived_days to permesso_tenant;
grant select (organisation, day, written_at, left_at, removed_at) on archived_days to permesso_system;

-- Where one file ends and the next begins, in the order in which entries are read.
create table archived_files (
  organisation uuid not null,
  day date not null,
  part integer not null check (part >= 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  entries bigint not null check (entries > 0),
  bytes bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_agent uuid not null,
  last_seq bigint not null,
  -- Its index in the organisation's log, which holds the digest.
  leaf bigint,
  primary key (organisation, day, part),
  foreign key (organisation, day) references archived_days
);
create index archived_files_waiting on archived_files (organisation) where leaf is null;
grant select, insert, update (leaf) on archived_files to permesso_tenant;
grant select (organisation, leaf) on archived_files to permesso_system;

-- Closes days to further entries, whatever a clock says, so that a file is complete. Waits for transactions that are adding. Returns
-- every closed day that is in the database.
create function permesso.close_events_before(before date) returns setof date
language plpgsql security definer set search_path = permesso
as $$
declare
  old record;
begin
  for old in
    select c.relname as name, to_date(substr(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'permesso.events'::regclass and c.relname < 'events_' || to_char(before, 'YYYYMMDD')
    order by c.relname
  loop
    if has_table_privilege('permesso_ingest', 'permesso.' || old.name, 'insert') then
      execute format('lock table %I in share row exclusive mode', old.name);
      execute format('revoke insert on %I from permesso_ingest', old.name);
    end if;
    return next old.day;
  end loop;
end
$$;

-- Drops a closed day if it holds entries of these organisations only: they read them from files.
create function permesso.drop_archived_events(day date, organisations uuid[]) returns boolean
language plpgsql security definer set search_path = permesso
as $$
declare
  partition_name text := 'events_' || to_char(day, 'YYYYMMDD');
  other uuid;
  after uuid := '00000000-0000-0000-0000-000000000000';
begin
  if to_regclass('permesso.' || partition_name) is null
    or has_table_privilege('permesso_ingest', 'permesso.' || partition_name, 'insert') then
    return false;
  end if;
  -- From one organisation to the next by the index: a day may have many entries and has few organisations.
  loop
    execute format('select organisation from %I where organisation > $1 order by organisation limit 1', partition_name)
      into other using after;
    exit when other is null;
    if not other = any (organisations) then
      return false;
    end if;
    after := other;
  end loop;
  execute format('drop table %I', partition_name);
  return true;
end
$$;

revoke execute on function permesso.add_events_partition(date), permesso.drop_events_before(date),
  permesso.close_events_before(date), permesso.drop_archived_events(date, uuid[]) from public;
grant execute on function permesso.add_events_partition(date), permesso.drop_events_before(date),
  permesso.close_events_before(date), permesso.drop_archived_events(date, uuid[]) to permesso_system;
grant execute on function permesso.add_events_partition(date) to permesso_mover;

-- Entries pushed to an external store, in the order of the organisation's log.
create table streams (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('otlp', 'syslog', 'splunk', 's3')),
  sealed_target bytea not null,
  -- The part of the target that people see.
  host text not null,
  -- The next leaf to send: advanced only after the receiver accepted everything before it.
  leaf bigint not null check (leaf >= 0),
  attempts integer not null default 0,
  -- Extended by the server that is sending; after a crash another server takes over when it has passed.
  due_at timestamptz not null default now(),
  error text,
  sent_at timestamptz,
  added_at timestamptz not null default now(),
  primary key (organisation, id)
);
create index streams_due on streams (due_at);
grant select, insert, delete, update (sealed_target, leaf, attempts, due_at, error, sent_at) on streams to permesso_tenant;
grant select (organisation, due_at) on streams to permesso_system;

-- How far the entries of a JetStream stream are stored, per shard: advanced by the transaction that stores them. Belongs to the
-- database, not to an organisation: a stream holds batches of every organisation of this database.
create table jetstream_positions (
  shard integer primary key check (shard between 0 and 255),
  stream text not null check (stream ~ '^[A-Za-z0-9_-]{1,100}$'),
  -- When the stream was created: a recreated one numbers from 1 again.
  epoch text not null,
  -- The last message whose batches are stored or refused.
  seq bigint not null check (seq >= 0),
  -- The server that is storing them. Another one takes over when its lease ends.
  holder uuid,
  held_until timestamptz not null default now()
);
grant select, insert, update on jetstream_positions to permesso_system;
grant select, update (seq, held_until) on jetstream_positions to permesso_ingest;
grant select (shard, stream, epoch, seq) on jetstream_positions to permesso_tenant;

-- People's actions as leaves of the log: each act and vote is recorded a second time when it is made, and the record's hash becomes a
-- leaf of the organisation's Merkle log. A row changed later differs from its record, and a changed record from its leaf.
create table admin_records (
  organisation uuid not null references organisations,
  id bigint generated always as identity,
  kind text not null check (kind in ('act', 'vote', 'team-grant-vote', 'erasure')),
  -- The id of the recorded row.
  key text not null,
  line text not null,
  -- For a vote: the call that was answered. Answers reported by machines are compared with these.
  agent uuid,
  call_key text,
  person uuid,
  verdict text,
  at timestamptz not null default now(),
  leaf bigint,
  primary key (organisation, id)
);
create index admin_records_waiting on admin_records (organisation, id) where leaf is null;
create unique index admin_records_leaf on admin_records (organisation, leaf) where leaf is not null;
create index admin_records_answered on admin_records (organisation, agent, call_key) where kind = 'vote';
create index admin_records_key on admin_records (organisation, kind, key);
grant select, insert, update (leaf) on admin_records to permesso_tenant;
grant select (organisation, leaf) on admin_records to permesso_system;

-- The same text for the same row, whatever the session's time zone.
create function permesso.record_of(acts) returns jsonb language sql stable set timezone = 'UTC' as $$
  select to_jsonb($1)
$$;
-- A person's comment in an answer is deleted with the approval; its hash stays.
create function permesso.record_of(votes) returns jsonb language sql stable set timezone = 'UTC' as $$
  select to_jsonb($1) || jsonb_build_object('answer', encode(sha256(convert_to(($1).answer::text, 'UTF8')), 'hex'))
$$;
create function permesso.record_of(team_grant_votes) returns jsonb language sql stable set timezone = 'UTC' as $$
  select to_jsonb($1)
$$;

create function permesso.key_of(kind text, record jsonb) returns text language sql immutable as $$
  select case kind when 'act' then record ->> 'id' when 'vote' then (record ->> 'approval') || ' ' || (record ->> 'person')
    else (record ->> 'team_grant') || ' ' || (record ->> 'person') end
$$;

create function permesso.record_row() returns trigger language plpgsql set search_path = permesso as $$
declare
  record jsonb := permesso.record_of(new);
begin
  -- An organisation that moves here brings its records.
  if current_user = 'permesso_mover' then
    return null;
  end if;
  insert into admin_records (organisation, kind, key, line, agent, call_key, person, verdict)
  select new.organisation, tg_argv[0], permesso.key_of(tg_argv[0], record), record::text,
    a.agent, a.call_key, (record ->> 'person')::uuid, record ->> 'verdict'
  from (select) one
  left join approvals a on tg_argv[0] = 'vote' and a.organisation = new.organisation and a.id = (record ->> 'approval')::uuid;
  return null;
end
$$;

create trigger recorded after insert on acts for each row execute function permesso.record_row('act');
create trigger recorded after insert on votes for each row execute function permesso.record_row('vote');
create trigger recorded after insert on team_grant_votes for each row execute function permesso.record_row('team-grant-vote');

-- Acts and votes are immutable, with one exception: erasure replaces a person's id by a pseudonym and removes their address. That
-- changes the record too, and a new record states that it did, and the new content.
create function permesso.erase_from_records(person uuid, texts text[], pseudonym text) returns void
language sql security definer set search_path = permesso
as $$
  with erased as (
    update acts set
      detail = coalesce((
        select jsonb_object_agg(d.key, case when lower(d.value #>> '{}') = any(erase_from_records.texts)
          then to_jsonb(erase_from_records.pseudonym) else d.value end)
        from jsonb_each(detail) d
      ), '{}'),
      address = case when actor = 'person:' || erase_from_records.person then null else address end
    where organisation = permesso.organisation() and (
      (actor = 'person:' || erase_from_records.person and address is not null)
      or exists (select from jsonb_each_text(detail) d where lower(d.value) = any(erase_from_records.texts))
    )
    returning acts.*
  ),
  moved as (
    update votes set address = null
    where organisation = permesso.organisation() and votes.person = erase_from_records.person and address is not null
    returning votes.*
  ),
  changed as (
    select organisation, 'act' as kind, permesso.record_of(row(e.*)::acts) as record from erased e
    union all
    select organisation, 'vote', permesso.record_of(row(m.*)::votes) from moved m
  ),
  rewritten as (
    update admin_records r set line = c.record::text
    from changed c
    where r.organisation = c.organisation and r.kind = c.kind and r.key = permesso.key_of(c.kind, c.record)
    returning r.organisation, r.key, r.line
  )
  insert into admin_records (organisation, kind, key, line)
  select organisation, 'erasure', key,
    jsonb_build_object('act', key, 'line', encode(sha256(convert_to(line, 'UTF8')), 'hex'))::text
  from rewritten
$$;
revoke execute on function permesso.erase_from_records(uuid, text[], text) from public;
grant execute on function permesso.erase_from_records(uuid, text[], text) to permesso_tenant;

-- Machines.

-- Each machine's last report, and the states that follow from it.
create table machines (
  organisation uuid not null,
  agent uuid not null,
  reported_at timestamptz not null default now(),
  report jsonb not null,
  protection text not null check (protection in ('proven', 'unproven', 'unprotected')),
  client text not null,
  -- `1.4.0-rc.1` counts as 1.4.0. Stored, because parsing it for many machines took longer than everything else that their states need.
  release integer[] not null generated always as (string_to_array(split_part(client, '-', 1), '.')::integer[]) stored,
  -- The active version of the team's policy there.
  policy_version integer,
  log_seq bigint not null,
  -- Whether its log did not continue the received one.
  is_diverging boolean not null,
  clock_ahead_ms bigint not null,
  -- The baseline that it reports to hold.
  baseline_version integer,
  primary key (organisation, agent),
  foreign key (organisation, agent) references agents
);
grant select, insert, update on machines to permesso_tenant;

-- Changes between reports; the newest of each machine are kept.
create table machine_changes (
  organisation uuid not null,
  id bigint generated always as identity,
  agent uuid not null,
  at timestamptz not null default now(),
  change jsonb not null,
  primary key (organisation, id),
  foreign key (organisation, agent) references agents
);
create index machine_changes_of_agent on machine_changes (organisation, agent, id);
grant select, insert, delete on machine_changes to permesso_tenant;

-- Machines that people were alerted about, until they are told of the recovery.
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
grant select, insert, update, delete on machine_alerts to permesso_tenant;

-- Every machine of the organisation with its states, worst first. Silent: no report since `silent_before`; `newest` is the version that
-- clients should have. The rank is separate from the states: a page sorts all machines and shows few.
create function permesso.machine_states(silent_before timestamptz, newest integer[])
returns table (
  agent uuid, name text, project uuid, owner uuid, enrolled_at timestamptz, revoked_at timestamptz, frozen text,
  seen_at timestamptz, report jsonb, client text, policy_version integer, current integer, baseline_version integer,
  baseline integer, clock_ahead_ms bigint, log_seq bigint, states text[], rank integer
)
language sql stable
begin atomic
  select f.agent, f.name, f.project, f.owner, f.enrolled_at, f.revoked_at, f.frozen, f.seen_at, f.report, f.client,
    f.policy_version, f.current, f.baseline_version, f.baseline, f.clock_ahead_ms, f.log_seq,
    case when f.revoked_at is not null then array['revoked'] else array_remove(array[
      case when f.protection = 'unprotected' then 'unprotected' end,
      case when f.is_diverging then 'diverging' end,
      case when f.is_silent then 'silent' end,
      case when f.protection = 'unproven' then 'unproven' end,
      case when f.is_outdated then 'outdated' end,
      case when f.frozen is not null then 'frozen' end,
      case when f.protection = 'proven' then 'proven' end
    ], null) end,
    case
      when f.revoked_at is not null then 8
      when f.protection = 'unprotected' then 1
      when f.is_diverging then 2
      when f.is_silent then 3
      when f.protection = 'unproven' then 4
      when f.is_outdated then 5
      when f.frozen is not null then 6
      else 7
    end
  from (
    select a.id as agent, a.name, a.project, a.owner, a.enrolled_at, a.revoked_at,
      coalesce(a.frozen, p.frozen, o.frozen) as frozen, m.reported_at as seen_at, m.report, m.client,
      m.policy_version, c.current, m.baseline_version, b.current as baseline, m.clock_ahead_ms, m.log_seq, m.protection,
      m.is_diverging or exists (
        select from permesso.findings d
        where d.organisation = a.organisation and d.agent = a.id and d.what <> 'understated' and d.acknowledged_at is null
      ) as is_diverging,
      m.reported_at is null or m.reported_at < machine_states.silent_before as is_silent,
      m.agent is not null and (
        m.release < machine_states.newest
        or (m.policy_version is distinct from c.current
          and not (c.stage is not distinct from 'share' and m.policy_version is not distinct from c.candidate))
        or (m.baseline_version is distinct from b.current
          and not (b.stage is not distinct from 'share' and m.baseline_version is not distinct from b.candidate))
      ) as is_outdated
    from permesso.agents a
    join permesso.projects p on p.organisation = a.organisation and p.id = a.project
    join permesso.organisations o on o.id = a.organisation
    left join permesso.machines m on m.organisation = a.organisation and m.agent = a.id
    left join permesso.channels c on c.organisation = a.organisation and c.project = a.project
    left join permesso.channels b on b.organisation = a.organisation and b.is_baseline
  ) f;
end;

-- Who sees which rows.

-- Every table separates organisations itself, even for the owner.
do $$
declare
  each_table text;
begin
  for each_table in
    select relname from pg_class
    where relnamespace = 'permesso'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'
  loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
  end loop;
end
$$;

-- The rows of the caller's organisation. A subselect, so that it is evaluated once per statement and not per row.
do $$
declare
  own record;
begin
  for own in
    select c.relname as name, a.attname as organisation,
      case when c.relname in ('acts', 'admin_records', 'agent_counts', 'agent_heads', 'agent_months', 'agents', 'api_tokens', 'batches', 'checkpoints',
        'enrolments', 'entry_counts', 'events', 'findings', 'identity_providers', 'log_nodes', 'people', 'projects', 'roles', 'sessions',
        'sign_ins', 'signing_keys', 'summed_days') then 'permesso_tenant, permesso_ingest' else 'permesso_tenant' end as seen_by
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'organisations' then 'id' else 'organisation' end
    where c.relnamespace = 'permesso'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'departures'
  loop
    execute format('create policy own on %1$I to %2$s using (%3$I = (select permesso.organisation()))
      with check (%3$I = (select permesso.organisation()))', own.name, own.seen_by, own.organisation);
  end loop;
end
$$;
create policy own on departures for select to permesso_tenant, permesso_ingest using (organisation = permesso.organisation());

-- Rows of any organisation, limited to the columns granted above: to find a row's organisation, and what is due.
do $$
declare
  each_table text;
begin
  foreach each_table in array array['admin_records', 'agents', 'api_tokens', 'approvals', 'archived_days', 'archived_files', 'batches',
    'channels', 'deliveries', 'departures', 'enrolments', 'links', 'people', 'roles', 'scim_tokens', 'slack_apps', 'slack_messages', 'streams',
    'team_grants'] loop
    execute format('create policy any_one on %I for select to permesso_system using (true)', each_table);
  end loop;
  -- Removes expired rows.
  foreach each_table in array array['agent_counts', 'agent_months', 'device_requests', 'entry_counts', 'passkey_challenges', 'sessions', 'sign_ins',
    'summed_days'] loop
    execute format('create policy any_one on %I to permesso_system using (true)', each_table);
  end loop;
end
$$;
create policy any_one on organisations to permesso_system using (true) with check (true);
create policy published on policy_versions for select to permesso_system using (published_at is not null);
-- For the functions that drop partitions, which run as the owner, and for timers.
create policy any_one on legal_holds for select using (current_user not in ('permesso_tenant', 'permesso_ingest'));

create policy any_one on oldest_server using (true);
create policy any_one on jetstream_positions to permesso_system using (true) with check (true);
create policy stored on jetstream_positions to permesso_ingest using (true) with check (true);
create policy looked_at on jetstream_positions for select to permesso_tenant using (true);

-- For erase_from_records, which runs as the owner.
create policy erasing on acts using (current_user not in ('permesso_tenant', 'permesso_ingest', 'permesso_system')
  and organisation = permesso.organisation());
create policy erasing on admin_records using (current_user not in ('permesso_tenant', 'permesso_ingest', 'permesso_system')
  and organisation = permesso.organisation());

-- Requests settled long ago may be removed with their dependent rows. No matter who asks, requests that are open or were settled
-- within the last day stay.
create policy only_settled on approvals as restrictive for delete to permesso_tenant
  using (state not in ('pending', 'approved') and settled_at < now() - interval '1 day');
do $$
declare
  each_table text;
begin
  foreach each_table in array array['votes', 'deliveries', 'links'] loop
    execute format('create policy only_settled on %1$I as restrictive for delete to permesso_tenant
      using (exists (
        select from approvals a
        where a.organisation = %1$I.organisation and a.id = %1$I.approval
          and a.state not in (''pending'', ''approved'') and a.settled_at < now() - interval ''1 day''
      ))', each_table);
  end loop;
end
$$;
