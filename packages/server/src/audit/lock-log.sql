select pg_advisory_xact_lock(hashtextextended('permesso log ' || permesso.organisation()::text, 0)), clock_timestamp() as at
