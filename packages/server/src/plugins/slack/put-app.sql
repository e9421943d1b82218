-- The person who sets the app knows the secret that presses are signed with, so links to people made before it end.
with unlinked as (
  delete from slack_people
)
insert into slack_apps (organisation, team, team_name, sealed, set_by, is_operators)
values (permesso.organisation(), :team, :name, :sealed, :setBy::uuid, :setBy::uuid is null)
on conflict (organisation) do update
set team = excluded.team, team_name = excluded.team_name, sealed = excluded.sealed, set_by = excluded.set_by,
  is_operators = excluded.is_operators, added_at = now()
returning id
