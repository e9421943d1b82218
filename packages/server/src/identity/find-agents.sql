select a.id, a.organisation, a.project, a.owner, a.public_key as "publicKey"
from agents a
join people p on p.organisation = a.organisation and p.id = a.owner
where a.id = any(:ids::uuid[]) and a.revoked_at is null and p.disabled_at is null
