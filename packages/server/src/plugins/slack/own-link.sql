select team, slack_user as "user", confirmed_at as "confirmedAt" from slack_people where person = :person
