select id, project from agents where id = any(:ids::uuid[])
