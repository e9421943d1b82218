select permesso.add_events_partition($1::date) as added
