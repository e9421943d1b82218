insert into pending_acts (organisation, act, subject, detail, sealed, asked_by)
values (permesso.organisation(), :act, :subject, :detail::jsonb, :sealed, :person)
returning id, expires_at as "expiresAt"
