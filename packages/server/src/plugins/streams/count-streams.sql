select count(*)::int as count from streams
