update team_grants
set state = $2, why = $3, settled_at = clock_timestamp(), due_at = case when $2 = 'granted' then expires_at end
where id = $1
