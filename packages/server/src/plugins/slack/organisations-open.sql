select distinct organisation from slack_messages where closed_at is null and due_at <= now() and organisation not in (select organisation from departures) limit 1000
