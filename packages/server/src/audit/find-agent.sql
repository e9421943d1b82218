select id from agents where id = :agent
