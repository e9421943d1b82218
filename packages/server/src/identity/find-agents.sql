select a.id, a.organisation, a.project, a.owner, a.public_key as "publicKey"
from agents a
where a.id = any(:ids::uuid[]) and a.revoked_at is null
  -- No join: for one the planner may read all agents of each person.
  and (select p.disabled_at is null from people p where p.organisation = a.organisation and p.id = a.owner)
