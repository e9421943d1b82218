update people set disabled_at = null, disabled_by = null, changed_at = now() where id = :person
