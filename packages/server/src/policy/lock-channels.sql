-- The baseline first, as whoever changes it does.
select project from channels order by is_baseline desc, project for update
