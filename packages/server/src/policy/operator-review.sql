select at from operator_reviews where project = :project and version = :version and base = :base
