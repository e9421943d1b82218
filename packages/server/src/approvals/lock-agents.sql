-- Serialises one agent's requests, so that they can be counted.
select id from agents where id = any(:ids) order by id for no key update
