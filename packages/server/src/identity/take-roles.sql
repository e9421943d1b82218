-- Roles from groups end with the groups.
delete from roles where person = :person and source = 'hand'
