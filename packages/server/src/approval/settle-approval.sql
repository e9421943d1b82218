update approvals
set state = $2,
  answer = $3,
  why = $4,
  settled_at = clock_timestamp(),
  use_before = case when $2 = 'approved' then clock_timestamp() + interval '15 minutes' end,
  due_at = case when $2 = 'approved' then clock_timestamp() + interval '15 minutes' end,
  changed = pg_current_xact_id()
where id = $1
