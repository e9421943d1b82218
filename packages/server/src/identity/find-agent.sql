select organisation from agents where id = $1
