delete from hooks where id = :id returning id, kind, person, host
