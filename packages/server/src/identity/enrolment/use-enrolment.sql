update enrolments e set uses_left = e.uses_left - 1
from people p
where e.hash = :hash and e.uses_left > 0 and e.expires_at > now() and e.revoked_at is null
  and p.organisation = e.organisation and p.id = e.owner and p.disabled_at is null
  and permesso.tokens_count(e.lineage)
returning e.id, e.project, e.owner, e.made_by as "madeBy", e.confirmed_at as "confirmedAt"
