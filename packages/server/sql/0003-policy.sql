create table policy_versions (
  organisation uuid not null,
  project uuid not null,
  number integer not null check (number > 0),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  text text not null,
  author uuid not null,
  note text not null,
  -- What becomes looser or stricter compared with the policy that was in force.
  changes jsonb not null,
  tests jsonb not null,
  -- Why it must not be published.
  objection text,
  created_at timestamptz not null default now(),
  -- Agents may fetch it from then on.
  published_at timestamptz,
  primary key (organisation, project, number),
  foreign key (organisation, project) references projects,
  foreign key (organisation, author) references people
);

create index on policy_versions (organisation, project, digest);

-- What the agents of a project are told. One row for each project, changed under its lock, signed with each change.
create table channels (
  organisation uuid not null,
  project uuid not null,
  -- Cannot be guessed: who knows it may read the project's policy, from any cache.
  id text not null unique check (id ~ '^[A-Za-z0-9_-]{32}$'),
  serial bigint not null default 0,
  current integer,
  candidate integer,
  stage text check (stage in ('report', 'share')),
  share integer check (share between 0 and 100),
  stage_since timestamptz,
  envelope text not null default '',
  primary key (organisation, project),
  check ((candidate is null) = (stage is null)),
  foreign key (organisation, project) references projects,
  foreign key (organisation, project, current) references policy_versions,
  foreign key (organisation, project, candidate) references policy_versions
);

-- How a version does: by agent, so that one that counts wrongly shows, and counts only as one.
create table policy_counts (
  organisation uuid not null,
  project uuid not null,
  version integer not null,
  agent uuid not null,
  -- Whether the agent obeyed the version or decided beside the one that it obeyed.
  obeyed boolean not null,
  sequence bigint not null,
  decisions bigint not null,
  denials bigint not null,
  primary key (organisation, project, version, agent, obeyed),
  foreign key (organisation, project, version) references policy_versions,
  foreign key (organisation, agent) references agents
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['policy_versions', 'channels', 'policy_counts'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

create policy any_one on channels for select to permesso_system using (true);
create policy published on policy_versions for select to permesso_system using (published_at is not null);

grant select, insert, update (published_at) on policy_versions to permesso_tenant;
grant select, insert, update on channels to permesso_tenant;
grant select, insert, update, delete on policy_counts to permesso_tenant;

grant select (organisation, project, id, serial, envelope) on channels to permesso_system;
grant select (organisation, project, digest, text, published_at) on policy_versions to permesso_system;
