select id, project from approvals where id = any($1::uuid[])
