-- A person added by the operator or a directory, or vouched for by a previous issuer.
update people set issuer = :issuer, subject = :subject, name = coalesce(:name, name), issuer_address = :email
where id = :person and issuer <> :issuer and disabled_at is null
returning id
