-- Older servers would let one person do what takes two.
select permesso.refuse_servers_before(130);

-- Who says that somebody is a person of their own: see docs/another-person.md.
alter table people add column vouched_by text check (vouched_by in ('operator', 'scim'));
-- The address that the issuer had checked when they last signed in. A directory cannot change it.
alter table people add column issuer_address text;

alter table people no force row level security;
alter table acts no force row level security;
alter table scim_tokens no force row level security;
update people p set
  issuer_address = case when p.issuer not in ('local', 'erased') then p.email end,
  vouched_by = case
    when exists (select from acts a where a.organisation = p.organisation and a.subject = p.id::text
      and a.act = 'person.add' and a.actor = 'operator') then 'operator'
    when exists (select from acts a
      join scim_tokens t on t.organisation = a.organisation and a.actor = 'scim:' || t.id and t.made_by is null
      where a.organisation = p.organisation and a.subject = p.id::text and a.act = 'person.add') then 'scim'
  end;
alter table people force row level security;
alter table acts force row level security;
alter table scim_tokens force row level security;

-- Whether this person counts beside another one: in votes, reviews and confirmations.
create function permesso.counts_as_person(p permesso.people) returns boolean language sql stable
return p.disabled_at is null and p.erased_at is null and (
  p.vouched_by is not null or exists (
    select from permesso.trusted_issuers t
    where t.organisation = p.organisation and t.issuer = p.issuer and t.domain = lower(substring(p.issuer_address from '@([^@]+)$'))
  )
);

-- Everybody who ever held a role. A person who takes the roles of all others away is not alone by that.
create table once_held (
  organisation uuid not null,
  person uuid not null,
  role text not null,
  primary key (organisation, person, role),
  foreign key (organisation, person) references people
);
alter table once_held enable row level security;
alter table once_held force row level security;
create policy own on once_held to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert on once_held to permesso_tenant;

alter table roles no force row level security;
alter table once_held no force row level security;
insert into once_held (organisation, person, role) select distinct organisation, person, role from roles;
alter table roles force row level security;
alter table once_held force row level security;

create function permesso.remember_role() returns trigger language plpgsql as $$
begin
  insert into permesso.once_held (organisation, person, role) values (new.organisation, new.person, new.role)
  on conflict do nothing;
  return null;
end
$$;
-- A move brings what was remembered along.
create trigger remember_role after insert on roles for each row when (current_user <> 'permesso_mover') execute function permesso.remember_role();

-- What one person asked for and another one, or the operator, has to confirm.
create table pending_acts (
  organisation uuid not null,
  id uuid not null default gen_random_uuid(),
  act text not null,
  subject text not null,
  detail jsonb not null,
  -- What is shown to nobody, such as a client's secret.
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
alter table pending_acts enable row level security;
alter table pending_acts force row level security;
create policy own on pending_acts to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, update (state, sealed, settled_by, settled_at) on pending_acts to permesso_tenant;

-- Versions that the operator let through where nobody else could review them.
create table operator_reviews (
  organisation uuid not null,
  project uuid not null,
  version integer not null,
  base integer not null,
  at timestamptz not null default now(),
  primary key (organisation, project, version, base),
  foreign key (organisation, project, version) references policy_versions
);
alter table operator_reviews enable row level security;
alter table operator_reviews force row level security;
create policy own on operator_reviews to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert on operator_reviews to permesso_tenant;

-- Who made the enrolment token that an agent came by, and since when its owner says that it is theirs.
alter table enrolments add column confirmed_at timestamptz;
alter table agents add column enrolment uuid;
alter table agents add column enrolled_by uuid;
alter table agents add column owner_confirmed_at timestamptz;
alter table agents no force row level security;
update agents set owner_confirmed_at = enrolled_at;
alter table agents force row level security;

-- Who knows the secret with which presses are signed; null where the operator set it.
alter table slack_apps add column set_by uuid;
alter table slack_apps add column is_operators boolean not null default false;

-- That the review of looser policies ends is one of the pending acts.
alter table organisations drop column review_off_by, drop column review_off_at;
