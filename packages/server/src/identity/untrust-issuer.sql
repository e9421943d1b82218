delete from trusted_issuers where issuer = $1 and domain = $2 returning issuer
