delete from trusted_issuers where issuer = :issuer and domain = :domain returning issuer
