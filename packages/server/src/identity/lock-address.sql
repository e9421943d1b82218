-- Two first sign-ins with one address come one after the other.
select pg_advisory_xact_lock(hashtextextended(permesso.organisation()::text || ' ' || lower(:address::text), 0))
