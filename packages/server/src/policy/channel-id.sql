select id, envelope from channels where project = :project
