update approvals set changed = pg_current_xact_id() where id = any(:ids::uuid[])
