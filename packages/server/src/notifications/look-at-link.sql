select l.approval, l.person, a.digest
from links l
join approvals a on a.organisation = l.organisation and a.id = l.approval
where l.hash = :hash and l.used_at is null and l.expires_at > now() and a.state = 'pending'
