select organisation from sessions where hash = $1
