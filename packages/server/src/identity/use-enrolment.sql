update enrolments set uses_left = uses_left - 1
where hash = $1 and uses_left > 0 and expires_at > now()
returning project, owner
