select domain from trusted_issuers where issuer = $1 and domain = lower($2)
