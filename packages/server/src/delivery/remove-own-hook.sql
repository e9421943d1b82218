delete from hooks where id = $1 and person = $2 returning id, kind, person, host
