delete from roles where person = $1
