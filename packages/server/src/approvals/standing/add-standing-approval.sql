insert into standing_approvals (organisation, approval, project, agent, call, scope, rules, given_by, expires_at)
values (permesso.organisation(), :approval, :project, :agent, :call::jsonb, :scope, :rules::jsonb, :people::uuid[],
  to_timestamp(:until::float8 / 1000))
returning id
