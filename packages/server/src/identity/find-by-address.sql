select id, issuer, disabled_at as "disabledAt" from people where lower(email) = lower($1) for update
