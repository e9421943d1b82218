select
  g.id,
  g.approval,
  g.asked_in as "askedIn",
  g.agent,
  g.owner,
  a.enrolled_by as "enrolledBy",
  a.owner_confirmed_at is not null as "isOwnerConfirmed",
  g.call,
  g.project,
  g.rules,
  g.answers,
  g.digest,
  g.quorum,
  g.state,
  g.vote_before as "voteBefore",
  g.expires_at as "expiresAt",
  clock_timestamp() as at
from team_grants g
join agents a on a.organisation = g.organisation and a.id = g.agent
where g.id = :id
for update of g
