select permesso.add_events_partition(current_date + $1::int) as added
