update archived_days set claimed_until = now() + make_interval(secs => :seconds) where day = :day::date
