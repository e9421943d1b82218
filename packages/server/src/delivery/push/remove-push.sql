delete from hooks where id = :hook and kind = 'push' returning id, person, host
