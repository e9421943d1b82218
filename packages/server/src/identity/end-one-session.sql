delete from sessions where id = $1 and (person = $2 or $3) returning id, person
