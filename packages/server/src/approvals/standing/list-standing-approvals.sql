select s.id, s.approval, s.project, s.agent, a.name as "agentName", s.call, s.scope, s.rules, s.given_by as "givenBy",
  s.given_at as "givenAt", s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
  case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired' else 'standing' end as state
from standing_approvals s
join agents a on a.organisation = s.organisation and a.id = s.agent
where :projects::uuid[] is null or s.project = any(:projects)
order by s.given_at desc, s.id
limit 500
