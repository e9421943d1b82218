update organisations set frozen = $1 where id = permesso.organisation() returning id
