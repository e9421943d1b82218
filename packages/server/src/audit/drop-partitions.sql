select permesso.drop_events_before(current_date - :days::int) as name
