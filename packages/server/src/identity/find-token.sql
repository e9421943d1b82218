select organisation from api_tokens where hash = $1
