delete from sessions where id = :id and (person = :person or :isAdmin) returning id, person
