update people set vouched_by = :by where id = :person
