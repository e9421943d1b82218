select domain from trusted_issuers where issuer = :issuer and domain = lower(:domain)
