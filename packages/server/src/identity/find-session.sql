select organisation from sessions where hash = :hash
