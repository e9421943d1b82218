-- With what people show, beside their session, that it is they who allow a call that cannot be undone or that several must allow.
create table passkeys (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  person uuid not null,
  name text not null,
  -- The name that the authenticator gave it.
  credential bytea not null check (octet_length(credential) between 1 and 1023),
  public_key bytea not null,
  -- How often the authenticator says that it was used; 0 for ever where it does not count.
  counter bigint not null,
  transports text[] not null,
  -- Held by several devices of its person.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (organisation, id),
  unique (organisation, credential),
  foreign key (organisation, person) references people
);
create index passkeys_person on passkeys (organisation, person);

-- What a passkey was asked to sign. Taken once, by the session that asked.
create table passkey_challenges (
  organisation uuid not null references organisations,
  -- Random bytes, then the digest of what is to be done.
  challenge bytea primary key check (octet_length(challenge) = 64),
  session uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_session on passkey_challenges (session);
create index passkey_challenges_expires on passkey_challenges (expires_at);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['passkeys', 'passkey_challenges'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

grant select, insert, delete, update (name, counter, is_synced, last_used_at) on passkeys to permesso_tenant;
grant select, insert, delete on passkey_challenges to permesso_tenant;
create policy any_one on passkey_challenges to permesso_system using (true);
grant select (expires_at), delete on passkey_challenges to permesso_system;

-- Who must show one: everybody, or who has one.
alter table organisations add column passkeys text not null default 'when-registered'
  check (passkeys in ('when-registered', 'required'));
grant update (passkeys) on organisations to permesso_tenant;

-- The passkey that was shown. It may be gone since.
alter table votes add column passkey uuid;
alter table team_grant_votes add column passkey uuid;
