-- Those that groups give end with the groups.
delete from roles where person = :person and source = 'hand'
