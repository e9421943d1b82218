insert into archived_days as known (organisation, day, claimed_until)
values (permesso.organisation(), :day::date, now() + make_interval(secs => :seconds))
on conflict (organisation, day) do update set claimed_until = excluded.claimed_until
  where known.written_at is null and known.claimed_until <= now()
returning true as claimed
