delete from sessions where person = $1
