update people
set user_name = :userName, external_id = :externalId, name = :displayName, given_name = :givenName,
  family_name = :familyName, email = :email, changed_at = now()
where id = :person
