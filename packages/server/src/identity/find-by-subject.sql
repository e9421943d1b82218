select id, disabled_at as "disabledAt" from people where issuer = $1 and subject = $2 for update
