update approvals
set state = 'consumed', consumed_at = clock_timestamp(), due_at = null, changed = pg_current_xact_id()
where id = $1 and state = 'approved' and use_before > clock_timestamp()
returning id
