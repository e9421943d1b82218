delete from hooks where id = $1 returning id, kind, person, host
