select a.agent, a.state, a.expires_at as "expiresAt", a.answer, a.why, clock_timestamp() as at
from approvals a
where a.id = :id
