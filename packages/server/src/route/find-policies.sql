-- The baseline belongs to no project, but to the whole organisation.
select id, case when is_baseline then null else id end as project from projects where id = any(:ids::uuid[])
