-- Like people added by the operator: a first sign-in with the address is linked if the operator trusts the issuer.
insert into people (organisation, issuer, subject, email, name, user_name, external_id, given_name, family_name, is_provisioned, vouched_by)
values (permesso.organisation(), 'local', 'scim:' || gen_random_uuid(), :email, :displayName, :userName, :externalId, :givenName, :familyName, true, case when :isOperators then 'scim' end)
returning id
