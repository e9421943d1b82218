select email from people where id = $1 and disabled_at is null
