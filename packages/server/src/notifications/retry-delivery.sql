update deliveries set state = 'waiting', attempts = 0, due_at = now() where id = :id and state = 'dead' returning id
