update deliveries
set state = $2, error = $3, due_at = now() + make_interval(secs => $4)
where id = $1
