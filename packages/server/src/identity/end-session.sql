delete from sessions where hash = :hash
