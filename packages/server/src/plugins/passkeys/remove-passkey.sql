delete from passkeys where id = :id and person = :person returning id
