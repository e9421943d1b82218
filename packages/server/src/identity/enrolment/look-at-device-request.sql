-- Only while nobody has answered it.
select id, name, wanted, address, created_at as "createdAt", expires_at as "expiresAt"
from device_requests
where user_code = :userCode and expires_at > now() and owner is null and refused_at is null
