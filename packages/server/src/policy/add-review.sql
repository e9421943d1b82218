insert into policy_reviews (organisation, project, version, base, person, verdict, comment)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6)
on conflict (organisation, project, version, base, person) do update
set verdict = excluded.verdict, comment = excluded.comment, at = now()
