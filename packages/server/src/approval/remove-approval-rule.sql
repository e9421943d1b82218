delete from approval_rules where id = $1 returning id
