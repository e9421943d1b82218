-- The baseline lies in no project: it is the whole organisation's.
select id, case when is_baseline then null else id end as project from projects where id = any(:ids::uuid[])
