insert into approval_rules (organisation, project, rule, quorum, answer_minutes, escalate_minutes, team_quorum)
values (permesso.organisation(), :project, :rule, :quorum, :answer, :escalate, :teamQuorum)
returning id
