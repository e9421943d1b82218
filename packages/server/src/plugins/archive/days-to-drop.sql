-- Reads that started before a day left can still find it for a while.
select day::text as day, array_agg(organisation) as organisations
from archived_days
where day = any(:days::date[]) and left_at < now() - make_interval(secs => :seconds)
group by day
