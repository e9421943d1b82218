select count(*)::double as entries from read_parquet(:files) where organisation = :organisation
