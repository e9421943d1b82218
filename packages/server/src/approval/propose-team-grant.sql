insert into team_grants (organisation, approval, asked_in, agent, owner, call, project, rules, answers, given_in, pin,
  digest, quorum, vote_before, expires_at, due_at)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
  (
    select coalesce(max(r.team_quorum), 2)
    from approval_rules r
    where (r.project is null or r.project = $2) and (r.rule = '*' or r.rule = any($12::text[]))
  ),
  now() + interval '7 days', $13, now() + interval '7 days')
on conflict (organisation, approval, digest) where state = 'proposed'
-- Of several who say how long, the shortest counts.
do update set expires_at = least(team_grants.expires_at, excluded.expires_at)
returning id, xmax = 0 as "isNew"
