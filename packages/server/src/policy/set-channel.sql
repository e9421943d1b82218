update channels
set current = :current, candidate = :candidate, stage = :stage, share = :share,
  stage_since = case when candidate is distinct from :candidate or stage is distinct from :stage then now() else stage_since end
where project = :project
