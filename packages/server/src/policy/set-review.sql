update organisations set review_looser = :required where id = permesso.organisation()
