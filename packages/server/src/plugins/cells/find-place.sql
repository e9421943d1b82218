-- Whether an organisation lives here: its row is here, and it is not about to leave.
select
  exists (select from organisations where id = :organisation) as "isThere",
  exists (select from departures where organisation = :organisation) as "departs",
  (select goes_to from departures where organisation = :organisation and moved_at is null) as "goingTo"
