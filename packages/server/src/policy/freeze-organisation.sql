update organisations set frozen = :reason where id = permesso.organisation() returning id
