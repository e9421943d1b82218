select id, project, rule, quorum, answer_minutes as "answerMinutes", escalate_minutes as "escalateMinutes",
  team_quorum as "teamQuorum", longest
from approval_rules
where project is null or :projects::uuid[] is null or project = any(:projects)
order by rule, id
limit 1000
