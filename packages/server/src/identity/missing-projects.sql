select wanted.id from unnest(:ids::uuid[]) as wanted (id)
where not exists (select from projects p where p.id = wanted.id and not p.is_baseline)
