insert into policy_versions (organisation, project, number, digest, text, author, note, changes, tests, objection)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
