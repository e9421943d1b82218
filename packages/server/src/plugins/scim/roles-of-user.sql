select role from roles where person = :person
