insert into team_grant_votes (organisation, team_grant, person, verdict, via, passkey)
values (permesso.organisation(), :id, :person, :verdict, :via, :passkey)
