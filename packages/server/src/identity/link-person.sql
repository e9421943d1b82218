update people set issuer = $2, subject = $3, name = coalesce($4, name)
where id = $1 and issuer = 'local' and disabled_at is null
returning id
