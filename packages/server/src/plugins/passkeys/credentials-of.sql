select credential, transports from passkeys where person = :person order by created_at, id
