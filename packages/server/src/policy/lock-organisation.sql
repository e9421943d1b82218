select id from organisations where id = permesso.organisation() for update
