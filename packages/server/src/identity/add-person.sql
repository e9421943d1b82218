insert into people (organisation, issuer, subject, email, name)
values (permesso.organisation(), $1, $2, $3, $4)
on conflict (organisation, issuer, subject) do update set email = excluded.email, name = excluded.name
returning id, disabled_at as "disabledAt"
