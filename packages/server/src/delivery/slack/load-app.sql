select id, team, team_name as name, sealed, added_at as "addedAt" from slack_apps
