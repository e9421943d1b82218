delete from sessions where hash = $1
