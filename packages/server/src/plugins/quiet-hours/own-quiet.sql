select quiet as hours from people where id = :person
