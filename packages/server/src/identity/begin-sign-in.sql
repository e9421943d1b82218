insert into sign_ins (organisation, state, browser, sealed, expires_at)
values (permesso.organisation(), $1, $2, $3, now() + interval '10 minutes')
