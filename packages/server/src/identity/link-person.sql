update people set issuer = :issuer, subject = :subject, name = coalesce(:name, name)
where id = :person and issuer = 'local' and disabled_at is null
returning id
