update device_requests set refused_at = now()
where user_code = :userCode and owner is null and refused_at is null and expires_at > now()
returning id, name
