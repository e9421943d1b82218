delete from hooks where id = :hook returning kind, person, host
