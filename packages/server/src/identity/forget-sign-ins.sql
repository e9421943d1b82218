delete from sign_ins where expires_at < now()
