select o.review_looser as required, o.review_off_by as "offBy", o.review_off_at as "offAt",
  coalesce(p.email, p.name, p.id::text) as "offByName"
from organisations o
left join people p on p.organisation = o.id and p.id = o.review_off_by
where o.id = permesso.organisation()
