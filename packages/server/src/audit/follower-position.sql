select next_leaf::float8 as leaf from log_followers where name = :name
