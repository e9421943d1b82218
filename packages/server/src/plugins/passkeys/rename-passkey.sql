update passkeys set name = :name where id = :id and person = :person returning id
