select day::text as day
from archived_days
where removed_at is null and written_at is not null and day < current_date - :days::int
  and not exists (select from legal_holds where ended_at is null)
order by day
