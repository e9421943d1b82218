delete from hooks where person = :person
