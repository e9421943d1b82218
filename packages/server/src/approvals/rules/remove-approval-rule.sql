delete from approval_rules where id = :id returning id
