insert into policy_reviews (organisation, project, version, base, person, verdict, comment)
values (permesso.organisation(), :project, :version, :base, :person, :verdict, :comment)
on conflict (organisation, project, version, base, person) do update
set verdict = excluded.verdict, comment = excluded.comment, at = now()
