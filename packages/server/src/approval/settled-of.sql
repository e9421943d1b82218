select id from approvals where id = any($1) and state <> 'pending'
