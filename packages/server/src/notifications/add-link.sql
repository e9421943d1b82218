insert into links (organisation, hash, approval, person, expires_at) values (permesso.organisation(), :hash, :approval, :person, :expiresAt)
