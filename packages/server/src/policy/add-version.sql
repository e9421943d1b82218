insert into policy_versions (organisation, project, number, digest, text, author, note, changes, tests, objection)
values (permesso.organisation(), :project, :number, :digest, :text, :author, :note, :changes, :tests, :objection)
