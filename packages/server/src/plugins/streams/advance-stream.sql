update streams
set leaf = :next, attempts = 0, error = null, sent_at = now(), due_at = now() + make_interval(secs => :seconds)
where id = :id and leaf = :from
