insert into approval_rules (organisation, project, rule, quorum, answer_minutes, escalate_minutes)
values (permesso.organisation(), $1, $2, $3, $4, $5)
returning id
