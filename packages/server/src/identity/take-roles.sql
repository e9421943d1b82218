delete from roles where person = :person
