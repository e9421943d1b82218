select coalesce(sum(entries), 0)::float8 as entries from archived_files where day = :day::date
