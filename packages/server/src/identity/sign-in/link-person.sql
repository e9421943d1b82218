-- Somebody whom the operator or a directory made, or whom a previous issuer vouched for.
update people set issuer = :issuer, subject = :subject, name = coalesce(:name, name), issuer_address = :email
where id = :person and issuer <> :issuer and disabled_at is null
returning id
