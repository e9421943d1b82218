update people
set vouched_by = case
    -- A person who chooses the address of somebody who has not signed in yet chooses who that is.
    when issuer = 'local' and not :isOperators and email is distinct from :email then null else vouched_by
  end,
  user_name = :userName, external_id = :externalId, name = :displayName, given_name = :givenName,
  family_name = :familyName, email = :email, changed_at = now()
where id = :person
