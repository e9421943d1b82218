select id, project, rule, quorum, answer_minutes as "answerMinutes", escalate_minutes as "escalateMinutes",
  team_quorum as "teamQuorum"
from approval_rules
order by rule, id
limit 1000
