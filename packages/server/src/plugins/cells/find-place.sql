-- Whether an organisation is served here: it has a row, and no departure.
select
  exists (select from organisations where id = :organisation) as "isThere",
  exists (select from departures where organisation = :organisation) as "departs",
  (select goes_to from departures where organisation = :organisation and moved_at is null) as "goingTo"
