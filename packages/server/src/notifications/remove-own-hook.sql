delete from hooks where id = :id and person = :person returning id, kind, person, host
