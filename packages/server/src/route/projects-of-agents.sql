select id, project from agents where id = any($1::uuid[])
