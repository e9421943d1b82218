update hooks set confirmed_at = now()
where id = $1 and person = $2 and confirmed_at is null
returning id, kind, host
