update deliveries
set state = :state, error = :error, due_at = greatest(now(), :at::timestamptz) + make_interval(secs => :seconds)
where id = :id
