insert into sign_ins (organisation, state, browser, sealed, expires_at)
values (permesso.organisation(), :state, :browser, :sealed, now() + interval '10 minutes')
