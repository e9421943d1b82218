select id, disabled_at as "disabledAt" from people where issuer = :issuer and subject = :subject for update
