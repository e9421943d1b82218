-- Who reads an organisation's log in its order (push to a SIEM, files of closed days), and the leaf that comes next.
create table log_followers (
  organisation uuid not null references organisations,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  next_leaf bigint not null check (next_leaf >= 0),
  moved_at timestamptz not null default now(),
  primary key (organisation, name)
);

alter table log_followers enable row level security;
alter table log_followers force row level security;
create policy own on log_followers to permesso_tenant
  using (organisation = permesso.organisation()) with check (organisation = permesso.organisation());
grant select, insert, update, delete on log_followers to permesso_tenant;

-- A batch has the time of receipt of its entries, so that they are found by the index on it. The owner sees the rows of
-- no organisation while row-level security is forced.
alter table batches no force row level security;
alter table events no force row level security;
update batches b
set received_at = e.received_at
from events e
where e.organisation = b.organisation and e.agent = b.agent and e.seq = b.first_seq and e.received_at <> b.received_at;
alter table batches force row level security;
alter table events force row level security;
