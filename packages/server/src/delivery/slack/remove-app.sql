delete from slack_apps returning id, team
