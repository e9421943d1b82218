select id from agents where project = :project
