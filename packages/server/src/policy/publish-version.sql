update policy_versions
set published_at = coalesce(published_at, now()),
  stages = case when :stage = any(stages) then stages else stages || :stage::text end
where project = :project and number = :number
