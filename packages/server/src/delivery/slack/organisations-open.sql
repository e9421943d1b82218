select distinct organisation from slack_messages where closed_at is null and due_at <= now() limit 1000
