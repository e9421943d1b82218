update streams set attempts = attempts + 1, error = :error, due_at = now() + make_interval(secs => :seconds) where id = :id
