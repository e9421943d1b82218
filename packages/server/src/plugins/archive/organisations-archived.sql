select distinct organisation from archived_days where written_at is not null and removed_at is null and organisation not in (select organisation from departures)
