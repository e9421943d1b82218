select min(received_at) as at from events where organisation = permesso.organisation()
