update deliveries d
set is_held = true, due_at = q.until
from jsonb_to_recordset(:quiet::jsonb) as q (id uuid, until timestamptz, "letsEscalated" boolean)
where d.organisation = permesso.organisation() and d.id = q.id and d.state = 'waiting'
  and not (q."letsEscalated" and exists (
    select from approvals a
    where a.organisation = d.organisation and a.id = d.approval and a.escalated_at is not null
  ))
