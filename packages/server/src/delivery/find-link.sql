select organisation from links where hash = $1
