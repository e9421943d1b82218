-- People as a directory keeps them (SCIM). One human is one person here, no matter who made them.
alter table people
  -- How the directory names them; their address where it is null.
  add column user_name text,
  add column external_id text,
  add column given_name text,
  add column family_name text,
  -- Made by the directory, which may then say which address is theirs.
  add column is_provisioned boolean not null default false,
  -- The directory enables again whom it disabled, and nobody whom an admin did.
  add column disabled_by text check (disabled_by in ('hand', 'scim')),
  -- Removed by the directory: does not exist for it any more.
  add column removed_at timestamptz,
  add column changed_at timestamptz not null default now();

update people set changed_at = created_at, disabled_by = case when disabled_at is not null then 'hand' end;

create unique index people_user_name on people (organisation, lower(coalesce(user_name, email)));
create index people_external_id on people (organisation, external_id) where external_id is not null;

create table scim_groups (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (organisation, id)
);

-- Groups give roles by their names, so a name is one group.
create unique index scim_groups_name on scim_groups (organisation, lower(display_name));

create table scim_members (
  organisation uuid not null,
  group_id uuid not null,
  person uuid not null,
  primary key (organisation, group_id, person),
  foreign key (organisation, group_id) references scim_groups on delete cascade,
  foreign key (organisation, person) references people
);

create index scim_members_of_person on scim_members (organisation, person);

-- A token that can do nothing but keep people and groups of one organisation.
create table scim_tokens (
  organisation uuid not null references organisations,
  id uuid not null default gen_random_uuid(),
  name text not null,
  hash bytea not null unique,
  -- The admin who made it, and with which API tokens; null where the operator did.
  made_by uuid,
  lineage uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, made_by) references people
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['scim_groups', 'scim_members', 'scim_tokens'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

create policy any_one on scim_tokens for select to permesso_system using (true);
grant select, insert, update, delete on scim_groups to permesso_tenant;
grant select, insert, delete on scim_members to permesso_tenant;
grant select, insert, update on scim_tokens to permesso_tenant;
grant select (organisation, hash) on scim_tokens to permesso_system;

-- What an admin made counts while they are one, and while every API token that it descends from counts.
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
