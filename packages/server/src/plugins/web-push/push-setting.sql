select
  o.push_off_at is null as "isOn",
  (select count(*)::integer from hooks h where h.organisation = o.id and h.kind = 'push') as browsers
from organisations o
where o.id = permesso.organisation()
