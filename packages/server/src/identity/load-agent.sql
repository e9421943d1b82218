select project, owner, public_key as "publicKey"
from agents a
where id = $1 and revoked_at is null
  and exists (
    select from people p
    where p.organisation = a.organisation and p.id = a.owner and p.disabled_at is null
  )
