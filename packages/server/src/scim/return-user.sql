update people set removed_at = null, is_provisioned = true, changed_at = now() where id = :person
