select
  g.id,
  g.approval,
  g.asked_in as "askedIn",
  g.agent,
  g.owner,
  g.call,
  g.project,
  g.rules,
  g.digest,
  g.quorum,
  g.state,
  g.proposed_at as "proposedAt",
  g.vote_before as "voteBefore",
  g.expires_at as "expiresAt",
  g.settled_at as "settledAt",
  g.why,
  (
    select coalesce(json_agg(json_build_object('person', v.person, 'verdict', v.verdict, 'via', v.via, 'at', v.at)
      order by v.at, v.person), '[]')
    from team_grant_votes v
    where v.organisation = g.organisation and v.team_grant = g.id
  ) as votes
from team_grants g
where (:state::text is null or g.state = :state) and (:projects::uuid[] is null or g.asked_in = any(:projects))
order by g.proposed_at desc, g.id
limit 200
