update slack_messages
set closed_at = case when :isClosed::boolean then now() end, due_at = now() + make_interval(secs => :seconds)
where approval = :approval and channel = :channel and ts = :ts
