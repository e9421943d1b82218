update findings set acknowledged_at = now(), acknowledged_by = :person, reason = :reason
where id = :finding and acknowledged_at is null
returning agent, what
