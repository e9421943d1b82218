select person from roles where role = 'admin' and project is null for update
