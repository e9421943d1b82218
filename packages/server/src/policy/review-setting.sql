select o.review_looser as required, a.asked_by as "offBy", a.asked_at as "offAt", a.id as "offAct",
  coalesce(p.email, p.name, p.id::text) as "offByName"
from organisations o
left join pending_acts a on a.organisation = o.id and a.act = 'policy-review.off' and a.state = 'waiting'
  and a.expires_at > now()
left join people p on p.organisation = o.id and p.id = a.asked_by
where o.id = permesso.organisation()
