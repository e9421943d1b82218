select p.id, p.issuer, p.disabled_at as "disabledAt", permesso.counts_as_person(p) as counts
from people p
where p.email_key = lower(:address) or p.issuer_key = lower(:address)
order by p.email_key = lower(:address) desc nulls last
limit 1
for update
