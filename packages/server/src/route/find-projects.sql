select id, id as project from projects where id = any(:ids::uuid[]) and not is_baseline
