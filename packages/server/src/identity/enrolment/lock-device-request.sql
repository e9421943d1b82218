-- A machine that polls too often is told so: each poll counts.
update device_requests d set polled_at = now()
from (select id, polled_at from device_requests where device = :device for update) before
where d.device = :device and d.expires_at > now() and d.id = before.id
returning d.id, d.name, d.public_key as "publicKey", d.address, d.project, d.owner, d.agent,
  d.refused_at is not null as "isRefused",
  coalesce(before.polled_at > now() - make_interval(secs => :seconds), false) as "isTooSoon",
  exists (
    select from people p where p.organisation = d.organisation and p.id = d.owner and p.disabled_at is null and p.erased_at is null
  ) as "isOwnerHere",
  (select coalesce(p.email, p.name) from people p where p.organisation = d.organisation and p.id = d.owner) as "ownerName"
