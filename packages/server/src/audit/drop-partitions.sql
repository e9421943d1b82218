select permesso.drop_events_before($1::date) as name
