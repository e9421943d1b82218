select count(*)::float8 as entries
from events
where organisation = permesso.organisation()
  and received_at >= :day::date::timestamptz + make_interval(hours => :hour)
  and received_at < :day::date::timestamptz + make_interval(hours => :hour + 1)
