-- One call that people were asked about, with the policy it was asked under and the answers.
select jsonb_build_object(
  'approval', a.id, 'organisation', o.name, 'project', p.name, 'machine', g.name, 'agent', g.id,
  'owner', coalesce(w.email, w.name, w.id::text),
  'call', a.request -> 'call', 'rules', a.request #> '{decision,receipt,determining}', 'request', a.request,
  'askedAt', a.asked_at, 'expiresAt', a.expires_at, 'quorum', a.quorum, 'outcome', a.state, 'settledAt', a.settled_at, 'usedAt', a.consumed_at,
  'why', a.why, 'answer', a.answer,
  'policy', (
    select jsonb_build_object('version', v.number, 'sha256', v.digest, 'note', v.note, 'author', coalesce(u.email, u.name, u.id::text))
    from policy_versions v
    join people u on u.organisation = v.organisation and u.id = v.author
    where v.organisation = a.organisation and v.project = a.project and v.number = a.policy_version
  ),
  -- The review with which the version became active before the call.
  'review', (
    select jsonb_build_object('state', t.review, 'at', t.at, 'base', t.base, 'looser', t.looser, 'reviews', (
      select coalesce(jsonb_agg(jsonb_build_object('by', coalesce(u.email, u.name, r.person::text), 'verdict', r.verdict,
        'comment', r.comment, 'at', r.at) order by r.at), '[]')
      from jsonb_to_recordset(t.reviews) as r (person uuid, verdict text, comment text, at timestamptz)
      left join people u on u.organisation = t.organisation and u.id = r.person
    ))
    from policy_activations t
    where t.organisation = a.organisation and t.project = a.project and t.version = a.policy_version and t.review is not null
      and t.at <= a.asked_at
    order by t.id desc
    limit 1
  ),
  'votes', (
    select coalesce(jsonb_agg(jsonb_build_object('by', coalesce(u.email, u.name, v.person::text), 'verdict', v.verdict,
      'via', v.via, 'at', v.at, 'counted', v.counted, 'passkey', v.passkey is not null,
      'address', v.address, 'session', v.session, 'comment', v.answer -> 'comment') order by v.at), '[]')
    from votes v
    join people u on u.organisation = v.organisation and u.id = v.person
    where v.organisation = a.organisation and v.approval = a.id
  )
) as call
from approvals a
join organisations o on o.id = a.organisation
join projects p on p.organisation = a.organisation and p.id = a.project
join agents g on g.organisation = a.organisation and g.id = a.agent
join people w on w.organisation = a.organisation and w.id = a.owner
where a.id = :approval
