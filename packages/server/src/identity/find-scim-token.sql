select organisation from scim_tokens where hash = :hash
