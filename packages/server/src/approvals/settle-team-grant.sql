update team_grants
set state = :state, why = :why, settled_at = clock_timestamp(), due_at = case when :state = 'granted' then expires_at end
where id = :id
