select issuer from trusted_issuers where issuer = :issuer limit 1
