select
  e.id,
  e.project,
  e.owner,
  e.made_by as "madeBy",
  e.uses_left as "usesLeft",
  e.created_at as "createdAt",
  e.expires_at as "expiresAt",
  e.confirmed_at as "confirmedAt",
  case
    when e.revoked_at is not null or p.disabled_at is not null or not permesso.tokens_count(e.lineage) then 'revoked'
    when e.expires_at <= now() then 'expired'
    when e.uses_left = 0 then 'used up'
    else 'valid'
  end as state
from enrolments e
left join people p on p.organisation = e.organisation and p.id = e.owner
where (:projects::uuid[] is null or e.project = any(:projects)) and (:after::uuid is null or e.id > :after)
order by e.id
limit 200
