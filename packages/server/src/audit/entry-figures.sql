select type, verdict, count(*)::int as count
from events
where organisation = permesso.organisation() and received_at > now() - make_interval(days => :days)
group by type, verdict
order by count desc
