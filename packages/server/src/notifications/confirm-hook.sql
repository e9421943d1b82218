update hooks set confirmed_at = now()
where id = :id and person = :person and confirmed_at is null
returning id, kind, host
