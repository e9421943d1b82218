-- The Slack app of an organisation: posts approval requests into channels, and sends back which button was pressed.
create table slack_apps (
  organisation uuid primary key references organisations,
  -- In the address that Slack sends to.
  id uuid not null default gen_random_uuid() unique,
  team text not null,
  team_name text not null,
  -- The token of the bot, and the secret with which Slack signs.
  sealed bytea not null,
  added_at timestamptz not null default now()
);

-- Who a person is in Slack. Only the person, signed in, makes such a row.
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

-- Messages that stand in a channel and still show buttons.
create table slack_messages (
  organisation uuid not null,
  approval uuid not null,
  channel text not null,
  ts text not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- Since then it says how the request ended, or was given up.
  closed_at timestamptz,
  primary key (organisation, approval, channel, ts),
  foreign key (organisation, approval) references approvals on delete cascade
);
create index slack_messages_open on slack_messages (organisation) where closed_at is null;

do $$
declare
  each_table text;
begin
  foreach each_table in array array['slack_apps', 'slack_people', 'slack_messages'] loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
    execute format('create policy own on %I to permesso_tenant
      using (organisation = permesso.organisation()) with check (organisation = permesso.organisation())', each_table);
  end loop;
end
$$;

create policy any_one on slack_apps for select to permesso_system using (true);
create policy any_one on slack_messages for select to permesso_system using (true);
grant select, insert, update, delete on slack_apps, slack_people to permesso_tenant;
grant select, insert, update (attempts, due_at, closed_at) on slack_messages to permesso_tenant;
grant select (organisation, id) on slack_apps to permesso_system;
grant select (organisation, closed_at, due_at) on slack_messages to permesso_system;

alter table hooks drop constraint hooks_kind_check;
alter table hooks add constraint hooks_kind_check check (kind in ('webhook', 'slack', 'slack-channel', 'teams', 'mail'));
