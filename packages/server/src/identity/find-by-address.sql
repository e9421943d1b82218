select id, issuer, disabled_at as "disabledAt" from people where lower(email) = lower(:address) for update
