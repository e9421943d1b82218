delete from sign_ins where state = $1 and browser = $2 and expires_at > now() returning sealed
