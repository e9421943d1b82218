select issuer, groups_claim as claim from identity_providers where groups_claim is not null
