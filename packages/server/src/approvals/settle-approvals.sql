update approvals a
set state = s.state,
  answer = s.answer,
  why = s.why,
  settled_at = clock_timestamp(),
  use_before = case when s.state = 'approved' then clock_timestamp() + interval '15 minutes' end,
  due_at = case when s.state = 'approved' then clock_timestamp() + interval '15 minutes' end,
  changed = pg_current_xact_id()
from jsonb_to_recordset(:settled::jsonb) as s (id uuid, state text, answer jsonb, why text)
-- By key too: with a join to the list alone, all requests of the organisation would be read.
where a.id = any(:ids::uuid[]) and a.id = s.id
