delete from passkeys where person = :person returning id
