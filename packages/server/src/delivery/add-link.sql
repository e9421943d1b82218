insert into links (organisation, hash, approval, person, expires_at) values (permesso.organisation(), $1, $2, $3, $4)
