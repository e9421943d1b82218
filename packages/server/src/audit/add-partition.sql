select permesso.add_events_partition(current_date + :daysFromNow::int) as added
