update organisations set home = '' where id = permesso.organisation() returning id
