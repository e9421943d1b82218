-- Messages whose request has ended. A claim lasts a minute.
with due as (
  select m.organisation, m.approval, m.channel, m.ts
  from slack_messages m
  join approvals a on a.organisation = m.organisation and a.id = m.approval
  where m.organisation = permesso.organisation() and m.closed_at is null and m.due_at <= now() and a.state <> 'pending'
  order by m.due_at
  limit 20
  for update of m skip locked
)
update slack_messages m
set attempts = m.attempts + 1, due_at = now() + interval '1 minute'
from due
join approvals a on a.organisation = due.organisation and a.id = due.approval
join agents g on g.organisation = a.organisation and g.id = a.agent
join projects p on p.organisation = a.organisation and p.id = a.project
join people w on w.organisation = a.organisation and w.id = a.owner
where m.organisation = due.organisation and m.approval = due.approval and m.channel = due.channel and m.ts = due.ts
returning m.approval, m.channel, m.ts, m.attempts, a.request, a.digest, a.state, a.quorum, a.answer,
  a.expires_at as "expiresAt", g.name as machine, p.name as project, coalesce(w.email, w.name, 'unknown') as owner
