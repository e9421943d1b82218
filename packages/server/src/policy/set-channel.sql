update channels
set current = $2, candidate = $3, stage = $4, share = $5,
  stage_since = case when candidate is distinct from $3 or stage is distinct from $4 then now() else stage_since end
where project = $1
