select issuer, groups_claim as claim, groups_scope as scope from identity_providers where groups_claim is not null
