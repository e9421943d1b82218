select p.id, p.issuer, p.disabled_at as "disabledAt", permesso.counts_as_person(p) as counts
from people p
where lower(p.email) = lower(:address) or lower(p.issuer_address) = lower(:address)
order by lower(p.email) = lower(:address) desc nulls last
limit 1
for update
