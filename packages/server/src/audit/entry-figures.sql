-- In whole half hours: the one in which the time begins counts.
select type, nullif(verdict, '') as verdict, sum(count)::float8 as count
from entry_counts
where organisation = permesso.organisation()
  and period > now() - make_interval(days => :days) - interval '30 minutes'
group by 1, 2
order by count desc
