select id from approvals where id = any(:ids) and state <> 'pending'
