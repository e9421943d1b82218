-- A personal target counts only after its person confirmed it while signed in. Those from before wait for that, too.
alter table hooks add column confirmed_at timestamptz;
-- Where it leads, as far as people are told: the rest of an address is often its only protection.
alter table hooks add column host text not null default '';
