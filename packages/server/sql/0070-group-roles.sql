-- Which groups give which roles. The groups are those that the identity provider names at sign-in.
create table group_roles (
  organisation uuid not null references organisations,
  group_name text not null,
  role text not null check (role in ('viewer', 'approver', 'author', 'admin')),
  -- Everywhere when null.
  project uuid,
  foreign key (organisation, project) references projects,
  unique nulls not distinct (organisation, group_name, role, project)
);

alter table group_roles enable row level security;
alter table group_roles force row level security;
create policy own on group_roles to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, delete on group_roles to permesso_tenant;

-- A role that a group gave ends with the group; one that somebody gave by hand stays. A person may have both.
alter table roles
  add column source text not null default 'hand' check (source in ('hand', 'sign-in', 'scim')),
  add column group_name text,
  add check ((source = 'hand') = (group_name is null)),
  drop constraint roles_organisation_person_role_project_key,
  add unique nulls not distinct (organisation, person, role, project, source, group_name);

-- Where the identity provider names the groups of a person, and what is asked of it so that it does.
alter table identity_providers add column groups_claim text, add column groups_scope text;
