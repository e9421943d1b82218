update device_requests set owner = :person, project = :project
where id = :id and owner is null and refused_at is null and expires_at > now()
returning id
