delete from sessions where person = :person
