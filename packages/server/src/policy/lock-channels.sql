select project from channels order by project for update
