delete from passkey_challenges
where challenge = :challenge and session = :session and expires_at > now()
returning challenge
