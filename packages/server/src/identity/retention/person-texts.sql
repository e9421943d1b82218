select email, name, user_name as "userName", external_id as "externalId", subject, given_name as "givenName",
  family_name as "familyName"
from people
where id = :person
