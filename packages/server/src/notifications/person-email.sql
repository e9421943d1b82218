select email from people where id = :person and disabled_at is null
