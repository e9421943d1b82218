insert into policy_activations (organisation, project, version, base, actor, review, looser, reviews, is_reviewed)
values (permesso.organisation(), :project, :version, :base, :actor, :review, :looser::jsonb, :reviews::jsonb,
  coalesce(:review::text, 'approved') = 'approved'
  or (:looser::jsonb = '[]' and (:base::integer is null or coalesce((
    select is_reviewed from policy_activations where project = :project and version = :base::integer order by id desc limit 1
  ), false))))
