update deliveries set state = 'waiting', attempts = 0, due_at = now() where id = $1 and state = 'dead' returning id
