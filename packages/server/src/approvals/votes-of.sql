select v.approval, v.person, p.email, v.verdict, v.answer, v.counted
from votes v
join people p on p.organisation = v.organisation and p.id = v.person
where v.approval = any(:approvals::uuid[])
order by v.approval, v.at, v.person
