select id, project from approvals where id = any(:ids::uuid[])
