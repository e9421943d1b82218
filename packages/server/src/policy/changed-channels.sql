select c.id, c.organisation, c.project, c.serial::float8 as serial, c.envelope
from unnest(:ids::text[], :serials::float8[]) as known (id, serial)
join channels c on c.id = known.id
where c.serial <> known.serial
