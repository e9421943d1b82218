-- What one person wrote and another one approved before agents obey it.
create table policy_reviews (
  organisation uuid not null,
  project uuid not null,
  version integer not null,
  -- The version that was in force when it was reviewed; 0 where none was. Against another one it changes something else.
  base integer not null,
  person uuid not null,
  verdict text not null check (verdict in ('approve', 'reject')),
  comment text,
  at timestamptz not null default now(),
  primary key (organisation, project, version, base, person),
  foreign key (organisation, project, version) references policy_versions,
  foreign key (organisation, person) references people
);

alter table policy_reviews enable row level security;
alter table policy_reviews force row level security;
create policy own on policy_reviews to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, update (verdict, comment, at) on policy_reviews to permesso_tenant;

-- Whether a version that loosens needs that, and who wants it to end.
alter table organisations add column review_looser boolean not null default true;
alter table organisations add column review_off_by uuid;
alter table organisations add column review_off_at timestamptz;
alter table organisations add foreign key (id, review_off_by) references people (organisation, id);
grant update (review_looser, review_off_by, review_off_at) on organisations to permesso_tenant;
