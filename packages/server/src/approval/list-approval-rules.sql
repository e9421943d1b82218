select id, project, rule, quorum, answer_minutes as "answerMinutes", escalate_minutes as "escalateMinutes",
  team_quorum as "teamQuorum"
from approval_rules
where project is null or $1::uuid[] is null or project = any($1)
order by rule, id
limit 1000
