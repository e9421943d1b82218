select p.issuer, p.client_id as "clientId", p.sealed_secret as "sealedSecret", p.groups_claim as "groupsClaim",
  p.groups_scope as "groupsScope",
  array(select t.domain from trusted_issuers t where t.issuer = p.issuer order by t.domain) as "trustedDomains"
from identity_providers p
