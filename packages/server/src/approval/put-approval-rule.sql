insert into approval_rules (organisation, project, rule, quorum, answer_minutes, escalate_minutes, team_quorum)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6)
returning id
