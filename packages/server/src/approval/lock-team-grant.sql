select
  g.id,
  g.approval,
  g.asked_in as "askedIn",
  g.agent,
  g.owner,
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
where g.id = :id
for update
