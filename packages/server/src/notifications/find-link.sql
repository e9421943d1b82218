select organisation from links where hash = :hash
