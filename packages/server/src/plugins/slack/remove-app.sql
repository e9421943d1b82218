with unlinked as (
  delete from slack_people
)
delete from slack_apps returning id, team
