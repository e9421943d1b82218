select organisation from slack_apps where id = :id
