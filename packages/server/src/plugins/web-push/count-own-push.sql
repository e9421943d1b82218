select count(*)::integer as count from hooks where person = :person and kind = 'push' and push_print <> :print
