select organisation from sign_ins where state = :state and browser = :browser and expires_at > now()
