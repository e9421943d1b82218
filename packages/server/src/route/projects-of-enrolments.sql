select id, project from enrolments where id = any($1::uuid[])
