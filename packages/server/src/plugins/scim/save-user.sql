update people
set vouched_by = case
    -- Setting the address of a person who has not signed in yet decides who that person is.
    when issuer = 'local' and not :isOperators and email is distinct from :email then null else vouched_by
  end,
  user_name = :userName, external_id = :externalId, name = :displayName, given_name = :givenName,
  family_name = :familyName, email = :email, changed_at = now()
where id = :person
