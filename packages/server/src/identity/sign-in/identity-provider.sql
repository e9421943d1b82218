select issuer, client_id as "clientId", sealed_secret as "sealedSecret", groups_claim as "groupsClaim", groups_scope as "groupsScope"
from identity_providers
