-- No row if this Slack user is linked to somebody else.
insert into slack_people (organisation, person, team, slack_user)
select permesso.organisation(), :person, :team, :user
where not exists (select from slack_people where team = :team and slack_user = :user and person <> :person)
on conflict (organisation, person) do update
set team = excluded.team, slack_user = excluded.slack_user, confirmed_at = now()
returning person
