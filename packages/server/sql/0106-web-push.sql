-- Web push: a target of one person in one browser.
alter table hooks drop constraint hooks_kind_check;
alter table hooks add constraint hooks_kind_check
  check (kind in ('webhook', 'slack', 'slack-channel', 'teams', 'mail', 'push'));
-- The session in which it was turned on or renewed, and the API token that let that session in: it ends with either.
alter table hooks add column session uuid;
alter table hooks add column api_token uuid;
alter table hooks add column renewed_at timestamptz;
-- Of the browser's subscription: one browser tells one person.
alter table hooks add column push_print bytea;
alter table hooks add constraint hooks_push check (
  (kind = 'push') = (push_print is not null)
  and (kind <> 'push' or (person is not null and confirmed_at is not null and session is not null and renewed_at is not null))
);
create unique index hooks_push_print on hooks (organisation, push_print) where push_print is not null;
create index hooks_session on hooks (organisation, session) where session is not null;

-- The key with which an organisation is known to push services. Browsers bind a subscription to it.
create table push_keys (
  organisation uuid primary key references organisations,
  public_key text not null,
  sealed bytea not null,
  made_at timestamptz not null default now()
);
alter table push_keys enable row level security;
alter table push_keys force row level security;
create policy own on push_keys to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, update on push_keys to permesso_tenant;

alter table organisations add column push_off_at timestamptz;
grant update (push_off_at) on organisations to permesso_tenant;

-- Whether a person is told by push of requests in a project that others' agents ask: while they may answer them, the organisation
-- lets push be, the browser was seen of late, and the token that let it in counts.
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
