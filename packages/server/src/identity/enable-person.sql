update people set disabled_at = null where id = :person
