delete from slack_people where person = :person returning team, slack_user as "user"
