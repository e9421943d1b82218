select id, id as project from projects where id = any($1::uuid[])
