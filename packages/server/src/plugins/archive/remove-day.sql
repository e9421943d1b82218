update archived_days set removed_at = now() where day = :day::date and removed_at is null
