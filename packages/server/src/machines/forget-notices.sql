delete from machine_notices where at < now() - make_interval(days => :days)
