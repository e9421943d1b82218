-- Servers claim one after the other, so that each sees what the others have just told.
select pg_advisory_xact_lock(hashtextextended('deliveries of ' || permesso.organisation()::text, 0))
