select role, project from roles where person = :person and source = 'hand'
