-- Servers claim one after the other, so that each sees what the others have just sent. Uses this database's time, unless the server's
-- is later: holding and sending must use the same clock.
select
  greatest(now(), :at::timestamptz) as at,
  pg_advisory_xact_lock(hashtextextended('deliveries of ' || permesso.organisation()::text, 0))
