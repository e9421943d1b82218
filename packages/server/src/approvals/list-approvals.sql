select
  a.id,
  a.project,
  a.agent,
  a.owner,
  a.state,
  a.quorum,
  a.longest,
  a.request,
  a.digest,
  a.asked_at as "askedAt",
  a.expires_at as "expiresAt",
  a.escalated_at as "escalatedAt",
  a.settled_at as "settledAt",
  a.consumed_at as "consumedAt",
  a.joined,
  a.why,
  (
    select coalesce(json_agg(json_build_object('person', v.person, 'verdict', v.verdict, 'via', v.via, 'counted', v.counted, 'passkey', v.passkey) order by v.at), '[]')
    from votes v
    where v.organisation = a.organisation and v.approval = a.id
  ) as votes
from approvals a
where (:state::text is null or a.state = :state) and (:id::uuid is null or a.id = :id)
  and (:projects::uuid[] is null or a.project = any(:projects))
order by a.asked_at desc, a.id
limit 200
