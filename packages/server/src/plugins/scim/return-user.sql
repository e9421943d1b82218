update people set removed_at = null, is_provisioned = true, vouched_by = case when :isOperators then 'scim' end, changed_at = now() where id = :person
