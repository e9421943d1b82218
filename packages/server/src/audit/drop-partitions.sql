select permesso.drop_events_before(current_date - $1::int) as name
