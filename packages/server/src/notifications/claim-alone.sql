-- Servers claim one after the other, so that each sees what the others have just told. The time of this database, unless the
-- server's is later: what is held and what is due must go by the same clock.
select
  greatest(now(), :at::timestamptz) as at,
  pg_advisory_xact_lock(hashtextextended('deliveries of ' || permesso.organisation()::text, 0))
