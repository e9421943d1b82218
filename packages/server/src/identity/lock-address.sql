-- Serialises two first sign-ins with one address.
select pg_advisory_xact_lock(hashtextextended(permesso.organisation()::text || ' ' || lower(:address::text), 0))
