insert into team_grants (organisation, approval, asked_in, agent, owner, call, project, rules, answers, given_in, pin,
  digest, quorum, vote_before, expires_at, due_at)
values (permesso.organisation(), :approval, :askedIn, :agent, :owner, :call, :project, :rules, :answers, :givenIn, :pin, :digest,
  (
    select coalesce(max(r.team_quorum), 2)
    from approval_rules r
    where (r.project is null or r.project = :askedIn) and (r.rule = '*' or r.rule = any(:asking::text[]))
  ),
  now() + interval '7 days', :expires, now() + interval '7 days')
on conflict (organisation, approval, digest) where state = 'proposed'
-- If several rules limit the duration, the shortest applies.
do update set expires_at = least(team_grants.expires_at, excluded.expires_at)
returning id, xmax = 0 as "isNew"
