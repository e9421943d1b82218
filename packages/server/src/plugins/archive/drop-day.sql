select permesso.drop_archived_events(:day::date, :organisations::uuid[]) as dropped
