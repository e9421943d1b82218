select id, name from agents where id = any(:agents::uuid[])
