select count(*)::integer as count from slack_people p join slack_apps a on a.team = p.team
