-- When a person, or a target of the whole organisation, is not to be disturbed.
alter table people add column quiet jsonb;
alter table hooks add column quiet jsonb;

-- Waits for the end of quiet hours. Then one delivery tells of all that its target was not told, and the others name it.
alter table deliveries add column is_held boolean not null default false;
alter table deliveries add column told_in uuid;
create index deliveries_told_in on deliveries (organisation, told_in) where told_in is not null;
create index deliveries_held on deliveries (organisation, hook) where is_held and state = 'waiting';
