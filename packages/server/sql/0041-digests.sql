-- One agent must not flood people: beyond a few messages a minute, the rest becomes one message about all of them.
alter table deliveries add column tried_at timestamptz;
alter table deliveries add column is_digest boolean not null default false;
create index deliveries_tried on deliveries (organisation, hook, tried_at) where tried_at is not null;
create index approvals_pending_of_agent on approvals (organisation, agent) where state = 'pending';
