-- How far the entries of a JetStream stream are stored, for each of its shards: moved by the transaction that stores them. Of the
-- database, not of an organisation: a stream holds batches of every organisation that lives here.
create table jetstream_positions (
  shard integer primary key check (shard between 0 and 255),
  stream text not null check (stream ~ '^[A-Za-z0-9_-]{1,100}$'),
  -- When the stream was made: one that is made again counts from 1 again.
  epoch text not null,
  -- The last message whose batches are stored or refused.
  seq bigint not null check (seq >= 0),
  -- The server that stores them now. Another one takes over when its time is over.
  holder uuid,
  held_until timestamptz not null default now()
);

alter table jetstream_positions enable row level security;
alter table jetstream_positions force row level security;
create policy any_one on jetstream_positions to permesso_system using (true) with check (true);
create policy stored on jetstream_positions to permesso_ingest using (true) with check (true);
create policy looked_at on jetstream_positions for select to permesso_tenant using (true);
grant select, insert, update on jetstream_positions to permesso_system;
grant select, update (seq, held_until) on jetstream_positions to permesso_ingest;
grant select (shard, stream, epoch, seq) on jetstream_positions to permesso_tenant;
