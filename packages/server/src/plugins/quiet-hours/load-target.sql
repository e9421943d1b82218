select h.kind, h.sealed_target as "sealedTarget", now() as at
from hooks h
left join people p on p.organisation = h.organisation and p.id = h.person
where h.id = :hook and (h.person is null or (h.confirmed_at is not null and p.disabled_at is null))
