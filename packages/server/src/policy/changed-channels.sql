select c.id, c.organisation, c.project, c.serial::float8 as serial, c.envelope
from unnest($1::text[], $2::float8[]) as known (id, serial)
join channels c on c.id = known.id
where c.serial <> known.serial
