insert into slack_apps (organisation, team, team_name, sealed)
values (permesso.organisation(), :team, :name, :sealed)
on conflict (organisation) do update
set team = excluded.team, team_name = excluded.team_name, sealed = excluded.sealed, added_at = now()
returning id
