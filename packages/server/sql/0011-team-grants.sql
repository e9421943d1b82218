-- How many must vote for what a rule asks before it is granted to a whole team. Never one alone.
alter table approval_rules add column team_quorum integer not null default 2 check (team_quorum between 2 and 10);

-- A yes for every agent of a project or of the organisation: proposed by one, voted for by several, signed into bundles.
create table team_grants (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The question that it came from, and the project whose policy it was proven against.
  approval uuid not null,
  asked_in uuid not null,
  agent uuid not null,
  -- Whose agent asked: they do not vote.
  owner uuid not null,
  call jsonb not null,
  -- The agents that it is for: of this project, or of all when null.
  project uuid,
  rules jsonb not null,
  answers jsonb not null,
  given_in text not null,
  pin jsonb,
  -- Names what is voted for: the question, the rules, what they answer and for whom.
  digest text not null,
  quorum integer not null check (quorum >= 2),
  state text not null default 'proposed' check (state in ('proposed', 'granted', 'refused', 'expired', 'revoked')),
  proposed_at timestamptz not null default now(),
  vote_before timestamptz not null,
  -- Every one of them ends.
  expires_at timestamptz not null,
  settled_at timestamptz,
  why text,
  -- When something has to happen by itself; null when nothing has to.
  due_at timestamptz,
  primary key (organisation, id),
  foreign key (organisation, asked_in) references projects,
  foreign key (organisation, project) references projects,
  foreign key (organisation, agent) references agents,
  foreign key (organisation, owner) references people
);

-- The same proposal joins the one that is open.
create unique index team_grants_open on team_grants (organisation, approval, digest) where state = 'proposed';
create index team_grants_granted on team_grants (organisation) where state = 'granted';
create index team_grants_due on team_grants (due_at) where due_at is not null;

create table team_grant_votes (
  organisation uuid not null,
  team_grant uuid not null,
  person uuid not null,
  verdict text not null check (verdict in ('allow', 'deny')),
  via text not null,
  at timestamptz not null default now(),
  primary key (organisation, team_grant, person),
  foreign key (organisation, team_grant) references team_grants,
  foreign key (organisation, person) references people
);

do $$
declare
  each_table text;
begin
  foreach each_table in array array['team_grants', 'team_grant_votes'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

create policy any_one on team_grants for select to permesso_system using (true);

-- What was voted for cannot be changed; only how it stands.
grant select, insert, update (state, expires_at, settled_at, why, due_at) on team_grants to permesso_tenant;
grant select, insert on team_grant_votes to permesso_tenant;
grant select (organisation, due_at) on team_grants to permesso_system;
