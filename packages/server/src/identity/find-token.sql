select organisation from api_tokens where hash = :hash
