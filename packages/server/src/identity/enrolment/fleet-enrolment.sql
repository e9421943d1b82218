select e.project, o.name as "signIn"
from enrolments e
join organisations o on o.id = e.organisation
where e.hash = :hash and e.owner is null and e.expires_at > now() and e.revoked_at is null and permesso.tokens_count(e.lineage)
