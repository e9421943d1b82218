select id, project from enrolments where id = any(:ids::uuid[])
