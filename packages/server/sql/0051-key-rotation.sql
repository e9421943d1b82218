-- An organisation's signing key may be followed by another one, which the one before it vouches for.
alter table signing_keys drop constraint signing_keys_pkey;
alter table signing_keys add column number integer not null default 1 check (number > 0);
-- The signature of the key before it; null for the first.
alter table signing_keys add column succession text check ((succession is null) = (number = 1));
-- Signs nothing more from then on; its private half is gone.
alter table signing_keys add column retired_at timestamptz;
alter table signing_keys add primary key (organisation, number);
create unique index signing_keys_current on signing_keys (organisation) where retired_at is null;
grant update (retired_at, sealed_private_key) on signing_keys to permesso_tenant;
