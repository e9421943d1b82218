insert into approval_rules (organisation, project, rule, quorum, answer_minutes, escalate_minutes, team_quorum, longest)
values (permesso.organisation(), :project, :rule, :quorum, :answer, :escalate, :teamQuorum, :longest)
returning id
