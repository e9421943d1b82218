select o.id as organisation, d.day::text as day
from organisations o
cross join unnest(:days::date[]) as d (day)
where not exists (
  select from archived_days a where a.organisation = o.id and a.day = d.day and a.written_at is not null
)
and o.id not in (select organisation from departures)
order by d.day, o.id
