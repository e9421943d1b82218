update deliveries
set state = :state, error = :error, due_at = now() + make_interval(secs => :seconds)
where id = :id
