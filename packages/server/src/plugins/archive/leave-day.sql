update archived_days set left_at = now() where day = :day::date and left_at is null returning true as "isLeft"
