select issuer, client_id as "clientId", sealed_secret as "sealedSecret" from identity_providers
