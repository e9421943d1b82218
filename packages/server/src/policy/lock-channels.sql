-- The baseline first, in the order in which a change of the baseline locks them.
select project from channels order by is_baseline desc, project for update
