select count(*)::int as granted from team_grants where state = 'granted' and (project is null or $1::uuid is null or project = $1)
