select count(*)::int as granted from team_grants where state = 'granted' and (project is null or :project::uuid is null or project = :project)
