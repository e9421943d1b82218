delete from passkey_challenges where expires_at < now()
