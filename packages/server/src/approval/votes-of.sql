select v.person, p.email, v.verdict, v.answer, v.via, v.at, v.counted
from votes v
join people p on p.organisation = v.organisation and p.id = v.person
where v.approval = $1
order by v.at, v.person
