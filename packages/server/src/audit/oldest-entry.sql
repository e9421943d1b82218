select least(
  (select min(received_at) from events where organisation = permesso.organisation()),
  (select min(first_at) from archived_days where left_at is not null and removed_at is null)
) as at
