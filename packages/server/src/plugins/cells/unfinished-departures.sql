select organisation, goes_to as cell from departures where moved_at is null order by began_at limit 100
